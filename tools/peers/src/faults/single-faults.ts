import type { Ending, Fault, RequestKind } from "./fault.js";
import type { Exchange } from "./lane.js";

/** One way to misbehave, in words. */
export interface SingleFault {
  readonly name: string;
  readonly fault: Fault;
  readonly severity: Severity;
}

/**
 * What a client can make of a fault. "harmless": nothing is lost. "unheard": the agent knows of nothing, asking again is all there is to do. "lost":
 * the agent may have done what it was asked for, and the answer is lost. "hostile": an answer that is none; to fail is as right as to ask again.
 */
export type Severity = "harmless" | "unheard" | "lost" | "hostile";

/** Every fault that can hit a request of this kind. */
export function faultsOf(kind: RequestKind): readonly SingleFault[] {
  const isStream = isStreaming(kind);
  return [...harmless(isStream), ...unheard(), ...lost(isStream), ...hostile(isStream)];
}

/** Whether a fault made an answer that is none, and neither broken nor a refusal that passes. */
export function isHostile({ fault, isStream }: Exchange): boolean {
  switch (fault?.kind) {
    case "garbage":
    case "content-type":
      return true;
    case "cut":
      return fault.ending === "end" && !isStream;
    case "repeat-frame":
      return !isStream;
    case "status":
      return ![429, 502, 503].includes(fault.status) || fault.headers["retry-after"] === inAnHour;
    default:
      return false;
  }
}

/** Whether a fault holds up a message: who is given something to do may be silent for long, so that the client waits as long as it is told to. */
export function holdsUp({ fault, kind, isStream }: Omit<Exchange, "phase">): boolean {
  if ((kind !== "SendMessage" && kind !== "SendStreamingMessage") || isStream) return false;
  return fault !== undefined && isSilent(fault);
}

/** Whether only waiting tells that something is wrong. */
export function isSilent(fault: Fault): boolean {
  return fault.kind === "never-ends" || ((fault.kind === "silence" || fault.kind === "cut") && fault.ending === "stall");
}

function isStreaming(kind: RequestKind): boolean {
  return kind === "SendStreamingMessage" || kind === "SubscribeToTask";
}

const endings: Readonly<Record<Exclude<Ending, "end">, string>> = {
  reset: "is reset",
  close: "is closed",
  stall: "stays open",
};
const broken = ["reset", "close", "stall"] as const;
const longAgo = "Thu, 01 Jan 1970 00:00:00 GMT";
const inAnHour = "3600";
const html = "<html><body><h1>Bad Gateway</h1></body></html>";

function* harmless(isStream: boolean): Generator<SingleFault, void> {
  const severity = "harmless";
  yield { name: "the answer comes in pieces of a few bytes", severity, fault: { kind: "rechunk", seed: 1, longest: 12 } };
  yield { name: "the answer comes slowly", severity, fault: { kind: "slow", turns: 20 } };
  for (const answer of ["first", "second"] as const) {
    yield { name: `the request reaches the agent twice, the ${answer} answer comes`, severity, fault: { kind: "twice", answer } };
  }
  if (!isStream) return;
  for (const at of [0, 1, 3]) yield { name: `event ${at} comes twice`, severity, fault: { kind: "repeat-frame", at } };
  yield { name: "the stream does not end", severity, fault: { kind: "never-ends" } };
}

function* unheard(): Generator<SingleFault, void> {
  const severity = "unheard";
  yield { name: "the connection is refused", severity, fault: { kind: "refuse" } };
  for (const ending of broken) {
    const name = `the request is lost, and its connection ${endings[ending]}`;
    yield { name, severity, fault: { kind: "silence", isHeard: false, ending } };
  }
  for (const code of [429, 503]) {
    yield { name: `${code} with Retry-After in seconds`, severity, fault: status(code, { "retry-after": "0" }) };
    yield { name: `${code} with Retry-After as a date`, severity, fault: status(code, { "retry-after": longAgo }) };
    yield { name: `${code} without Retry-After`, severity, fault: status(code) };
  }
}

function* lost(isStream: boolean): Generator<SingleFault, void> {
  const severity = "lost";
  for (const ending of broken) {
    const connection = `its connection ${endings[ending]}`;
    yield { name: `the answer is lost, and ${connection}`, severity, fault: { kind: "silence", isHeard: true, ending } };
    for (const after of isStream ? [0, 40, 900] : [0, 40]) {
      yield { name: `the answer breaks off after ${after} bytes, and ${connection}`, severity, fault: { kind: "cut", after, ending } };
    }
  }
  yield { name: "the head of the answer breaks off", severity, fault: { kind: "cut-head", after: 30 } };
  yield { name: "502 with HTML", severity, fault: status(502, {}, true) };
  if (!isStream) yield { name: "the answer does not end", severity, fault: { kind: "never-ends" } };
  for (const after of isStream ? [0, 40, 900] : []) {
    yield { name: `the stream ends after ${after} bytes as if it were whole`, severity, fault: { kind: "cut", after, ending: "end" } };
  }
}

function* hostile(isStream: boolean): Generator<SingleFault, void> {
  const severity = "hostile";
  const place = isStream ? "among the events" : "instead of an answer";
  for (const at of isStream ? [0, 2] : [0]) {
    yield { name: `bytes that are no JSON ${place} (${at})`, severity, fault: { kind: "garbage", at, what: "bytes" } };
    yield { name: `JSON of something else ${place} (${at})`, severity, fault: { kind: "garbage", at, what: "other-json" } };
    yield { name: `another request's answer ${place} (${at})`, severity, fault: { kind: "garbage", at, what: "other-id" } };
    const what = { oversizeBytes: 2 * maxResponseBytes };
    yield { name: `more than a client reads ${place} (${at})`, severity, fault: { kind: "garbage", at, what } };
  }
  yield { name: "the answer calls itself HTML", severity, fault: { kind: "content-type", value: "text/html" } };
  if (isStream) yield { name: "the stream calls itself JSON", severity, fault: { kind: "content-type", value: "application/json" } };
  else {
    yield { name: "the answer calls itself a stream", severity, fault: { kind: "content-type", value: "text/event-stream" } };
    yield { name: "half an answer that looks whole", severity, fault: { kind: "cut", after: 40, ending: "end" } };
  }
  yield { name: "301 to another place", severity, fault: status(301, { location: "/elsewhere" }) };
  yield { name: "503 that asks for an hour", severity, fault: status(503, { "retry-after": inAnHour }) };
  yield { name: "500 with HTML", severity, fault: status(500, {}, true) };
}

/** The longest answer that the clients of these tests read. */
export const maxResponseBytes = 64 * 1024;

/** An answer of something that stands in front of the agent. */
function status(code: number, headers: Readonly<Record<string, string>> = {}, isHeard = false): Fault {
  return { kind: "status", isHeard, status: code, headers: { "content-type": "text/html", ...headers }, body: html };
}
