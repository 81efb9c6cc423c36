// What hostile and careless clients send, in the words of each version, and where it is refused: what any binding can say of content. What is read though no
// schema has it is in schema/<version>/examples/tolerated, the role `user` in 1.0 among it. The rest is held, with
// code, status and place, by tests of the server: envelopes, ids, batches and methods (bad-input), content types, verbs, paths and versions (bad-http,
// rest-bodies, rest-routes, served-versions), paths and queries (rest-params), lengths, depth and addresses of files (limits-of-params), `__proto__` (bad-input),
// duplicates (duplicates), tasks that are over or of other contexts (bad-input, road), webhooks (push, webhook-dial); bytes that are no protobuf by grpc's errors.

import type { Operation, ParamsOf } from "@a2a/core/internal";
import { isObject } from "@a2a/core/internal";
import type { RawRoad } from "./raw-road.js";

/** The words of a version in a binding: HTTP+JSON and gRPC of 0.3 have those of its protobuf definition. */
export type Words = "1.0" | "0.3" | "0.1" | "0.3 in protobuf";

/** Params on the wire. */
export type Wire = Readonly<Record<string, unknown>>;

/** One way to ask for something wrongly. */
export interface HostileRow {
  readonly shows: string;
  /** What is asked, rightly, about a task that waits; default: a message. */
  readonly asks?: (taskId: string) => Asked;
  /** Makes it of params that are right. */
  readonly spoil: (wire: Wire, words: Words) => Wire;
  /** Where it is refused, in the words of 1.0; or for each words that can say it, where these differ in more than names. */
  readonly at: string | Readonly<Partial<Record<Words, string>>>;
  /** Whether bytes of protobuf can say it; default false. They know no other types than their own. */
  readonly inBytes?: boolean;
  /** Whether HTTP+JSON says it in the body; default true. What it says in paths and queries is held by rest-params.test.ts of the server. */
  readonly inBody?: boolean;
}

/** An operation and its params in the terms of 1.0. */
export type Asked = { readonly [O in Operation]?: ParamsOf<O> };

/** Where a row is refused on a road; undefined where that road cannot say it. */
export function placeOf(
  { at, inBytes = false, inBody = true }: HostileRow,
  road: Pick<RawRoad, "version" | "binding">,
): string | undefined {
  if (road.binding === "gRPC" && !inBytes) return undefined;
  if (road.binding === "HTTP+JSON" && !inBody) return undefined;
  const words = wordsOf(road);
  if (typeof at !== "string") return at[words];
  if (words === "0.3 in protobuf") return at.replace("/message/parts", "/message/content");
  return words === "0.1" ? at.replace("/configuration/historyLength", "/historyLength") : at;
}

/** The words of a road. */
export function wordsOf({ version, binding }: Pick<RawRoad, "version" | "binding">): Words {
  if (version === "0.3") return binding === "JSON-RPC" ? "0.3" : "0.3 in protobuf";
  return version === "0.1" ? "0.1" : "1.0";
}

const partsOf = (words: Words): string => (words === "0.3 in protobuf" ? "content" : "parts");

function inMessage(change: (message: Wire, words: Words) => Wire): HostileRow["spoil"] {
  // gRPC has another name for it in 0.3.
  return (wire, words) => {
    const name = "request" in wire ? "request" : "message";
    const message = wire[name];
    return { ...wire, [name]: isObject(message) ? change(message, words) : message };
  };
}

const role = (value: unknown): HostileRow["spoil"] => inMessage((message) => ({ ...message, role: value }));
const parts = (value: unknown): HostileRow["spoil"] => inMessage((message, words) => ({ ...message, [partsOf(words)]: value }));

/** A part as the words have it. */
function part(words: Words, member: "text" | "raw", value: unknown): Wire {
  if (words === "1.0") return { [member]: value };
  if (words === "0.3 in protobuf") return member === "text" ? { text: value } : { file: { fileWithBytes: value } };
  const tag = words === "0.3" ? "kind" : "type";
  return member === "text" ? { [tag]: "text", text: value } : { [tag]: "file", file: { bytes: value } };
}

const raw = "/message/parts/0/raw";

/** All of them. */
export const hostileRows: readonly HostileRow[] = [
  { shows: "no message", spoil: ({ message: _, request: __, ...others }) => others, at: "/message", inBytes: true },
  { shows: "a message that is a text", spoil: (wire) => ({ ...wire, message: "hi" }), at: "/message" },
  { shows: "a message that is a list", spoil: (wire) => ({ ...wire, message: [wire.message] }), at: "/message" },
  ...[123, {}].map((messageId) => ({
    shows: `a messageId ${JSON.stringify(messageId)}`,
    spoil: inMessage((m) => ({ ...m, messageId })),
    at: { "1.0": "/message/messageId", "0.3": "/message/messageId", "0.3 in protobuf": "/message/messageId" },
  })),
  // Older ones are taken for the user's.
  { shows: "no role", spoil: role(undefined), at: { "1.0": "/message/role" }, inBytes: true },
  { shows: "a role that nobody has", spoil: role("banana"), at: "/message/role" },
  { shows: "no parts", spoil: parts(undefined), at: "/message/parts", inBytes: true },
  { shows: "parts of none", spoil: parts([]), at: "/message/parts", inBytes: true },
  { shows: "parts that are a text", spoil: parts("hello"), at: "/message/parts" },
  { shows: "a part null", spoil: parts([null]), at: "/message/parts/0" },
  { shows: "a part that is a text", spoil: parts(["str"]), at: "/message/parts/0" },
  {
    shows: "a part without content",
    spoil: parts([{}]),
    at: {
      "1.0": "/message/parts/0",
      "0.3": "/message/parts/0/kind",
      "0.1": "/message/parts/0/type",
      "0.3 in protobuf": "/message/content/0",
    },
    inBytes: true,
  },
  {
    shows: "a part with two contents",
    spoil: inMessage((m, words) => ({ ...m, [partsOf(words)]: [{ text: "a", data: { data: {} } }] })),
    // In the others the kind says which one counts.
    at: { "1.0": "/message/parts/0", "0.3 in protobuf": "/message/content/0" },
  },
  {
    shows: "a text that is an object",
    spoil: inMessage((m, words) => ({ ...m, [partsOf(words)]: [part(words, "text", { a: 1 })] })),
    at: "/message/parts/0/text",
  },
  {
    shows: "bytes that are no base64",
    spoil: inMessage((m, words) => ({ ...m, [partsOf(words)]: [part(words, "raw", "!!!not base64!!!")] })),
    // What no schema says is looked for in what was read, and named in the words of 1.0.
    at: { "1.0": raw, "0.3": raw, "0.1": raw, "0.3 in protobuf": raw },
  },
  {
    shows: "bytes that are a number",
    spoil: inMessage((m, words) => ({ ...m, [partsOf(words)]: [part(words, "raw", 5)] })),
    at: {
      "1.0": raw,
      "0.3": "/message/parts/0/file/bytes",
      "0.1": "/message/parts/0/file/bytes",
      "0.3 in protobuf": "/message/content/0/file/fileWithBytes",
    },
  },
  ...["x", [1]].flatMap((metadata) => [
    { shows: `metadata ${JSON.stringify(metadata)}`, spoil: (wire: Wire) => ({ ...wire, metadata }), at: "/metadata" },
    {
      shows: `metadata ${JSON.stringify(metadata)} of the message`,
      spoil: inMessage((m) => ({ ...m, metadata })),
      at: "/message/metadata",
    },
  ]),
  {
    shows: "a configuration that is a text",
    spoil: (wire) => ({ ...wire, configuration: "x" }),
    at: { "1.0": "/configuration", "0.3": "/configuration", "0.3 in protobuf": "/configuration" },
  },
  ...(["abc", 1.5, -5] as const).map((historyLength) => ({
    shows: `a historyLength ${JSON.stringify(historyLength)} of what is answered`,
    spoil: (wire: Wire, words: Words) => (words === "0.1" ? { ...wire, historyLength } : { ...wire, configuration: { historyLength } }),
    at: "/configuration/historyLength",
    inBytes: historyLength === -5,
  })),
  {
    shows: "a flag that is a text",
    spoil: (wire, words) => ({ ...wire, configuration: { [words === "1.0" ? "returnImmediately" : "blocking"]: "false" } }),
    at: { "1.0": "/configuration/returnImmediately", "0.3": "/configuration/blocking", "0.3 in protobuf": "/configuration/blocking" },
  },
  ...[5, {}].map((tenant) => ({
    shows: `a tenant ${JSON.stringify(tenant)}`,
    spoil: (wire: Wire) => ({ ...wire, tenant }),
    at: { "1.0": "/tenant" },
    inBody: false,
  })),
  ...(["abc", 1.5, -5] as const).map((historyLength) => ({
    shows: `a historyLength ${JSON.stringify(historyLength)} of a task`,
    asks: (id: string) => ({ GetTask: { id } }),
    spoil: (wire: Wire) => ({ ...wire, historyLength }),
    at: "/historyLength",
    inBytes: historyLength === -5,
    inBody: false,
  })),
  ...(["GetTask", "CancelTask", "SubscribeToTask"] as const).map((operation) => ({
    shows: `${operation} of an id that is a number`,
    asks: (id: string) => ({ [operation]: { id } }),
    spoil: (wire: Wire) => ({ ...wire, id: 5 }),
    at: "/id",
    inBody: false,
  })),
  ...(
    [
      ["pageSize", 1000],
      ["pageSize", -1],
      ["pageToken", "!!!"],
      ["pageToken", btoa('{"cursor":1}')],
    ] as const
  ).map(([name, value]) => ({
    shows: `ListTasks with ${name} ${value}`,
    asks: () => ({ ListTasks: {} }),
    spoil: (wire: Wire) => ({ ...wire, [name]: value }),
    at: { "1.0": `/${name}` },
    inBytes: true,
    inBody: false,
  })),
  {
    shows: "ListTasks with a status that nobody has",
    asks: () => ({ ListTasks: {} }),
    spoil: (wire) => ({ ...wire, status: "banana" }),
    at: { "1.0": "/status" },
    inBody: false,
  },
  ...["file:///etc/passwd", "https://169.254.169.254/latest", "http://hook.example/", "x"].map((url) => ({
    shows: `a webhook at ${url}`,
    asks: (taskId: string) => ({ CreateTaskPushNotificationConfig: { taskId, id: "hook", url } }),
    spoil: (wire: Wire) => wire,
    // Named in the words of 1.0, see above.
    at: { "1.0": "/url", "0.3": "/url", "0.1": "/url", "0.3 in protobuf": "/url" },
    inBytes: true,
  })),
];
