import { invalidParams } from "../invalid-params.js";
import type { CompletePushOptions } from "./push-options.js";

/** How a webhook is asked. */
export type ChallengeOptions = Pick<CompletePushOptions, "fetch" | "timeoutMs">;

/**
 * Asks a webhook whether it is meant to be one, as agents of 0.1 do: a GET with a random `validationToken` in its query, to be answered with success and
 * that token as text. Nothing of what the webhook is registered with is sent along: who answers is not known yet.
 *
 * @param pointer where in the params its URL stands
 * @throws A2AError `InvalidParamsError` where it does not answer so
 * @see A2A 1.0, section 13.2
 */
export async function challengeWebhook(url: string, pointer: string, { fetch, timeoutMs }: ChallengeOptions): Promise<void> {
  const token = crypto.randomUUID();
  const isEchoed = await answers(withToken(url, token), token, { fetch, timeoutMs });
  if (!isEchoed) throw invalidParams(pointer, "a webhook that answers a GET with the validationToken of its query");
}

/** The rest of the query stays as it is written. */
function withToken(text: string, token: string): string {
  const url = new URL(text);
  url.search = `${url.search === "" ? "?" : `${url.search}&`}validationToken=${token}`;
  return url.href;
}

/** What went wrong is told to nobody: the answers of others are no business of who names them as a webhook. */
async function answers(url: string, token: string, { fetch, timeoutMs }: ChallengeOptions): Promise<boolean> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), timeoutMs);
  try {
    const response = await fetch(url, { method: "GET", headers: { accept: "text/plain" }, redirect: "manual", signal: abort.signal });
    if (!response.ok || !response.body) return false;
    return (await readStart(response.body, token.length)) === token;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

/** A text, or so much of it that it is seen to be longer. */
async function readStart(body: ReadableStream<Uint8Array>, length: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > length) break;
  }
  return text;
}
