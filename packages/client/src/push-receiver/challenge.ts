import type { WebhookAnswer, WebhookCall } from "./call.js";
import { Refused } from "./refused.js";

const longestToken = 1024;

/**
 * Answers an agent that asks, before it calls the webhook, whether it is one: with the token that it sent.
 *
 * @throws Refused where there is no token, or what is none
 */
export function answerChallenge(call: WebhookCall): WebhookAnswer {
  const token = call.query("validationToken");
  if (token === undefined) throw Refused.byHttp("methodNotAllowed", "a webhook is called with POST", { allow: "POST" });
  // What anybody may have said back to them is kept from being more than text.
  if (token.length > longestToken || !/^[!-~]+$/.test(token)) {
    throw new Refused("InvalidRequestError", `validationToken is not 1 to ${longestToken} visible characters of ASCII`);
  }
  const headers = { "content-type": "text/plain; charset=utf-8", "x-content-type-options": "nosniff", "cache-control": "no-store" };
  return { status: 200, headers, body: token };
}
