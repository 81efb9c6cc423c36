import type { LossReason } from "../dialect.js";

/** What 0.1 cannot say of what 1.0 says. What travels in metadata and comes back from there is not lost, and not here. */
export const losses: readonly LossReason[] = [
  { why: "A request cannot name a tenant.", at: ["**/tenant"] },
  { why: "Messages have no ids; whoever reads one makes one up.", at: ["**/messageId"] },
  {
    why: "A message is of the task and the session around it.",
    at: ["**/message/taskId", "**/message/contextId", "**/history/*/taskId", "**/history/*/contextId"],
  },
  { why: "A caller does not say which media types it takes.", at: ["/configuration/acceptedOutputModes"] },
  { why: "A caller always waits.", at: ["/configuration/returnImmediately"] },
  { why: "A text is `text/plain` and data is `application/json` without being said.", at: ["**/parts/*/mediaType"] },
  {
    why: "A file without an address is data that names it.",
    at: ["**/parts/*/data", "**/parts/*/filename", "**/parts/*/metadata", "**/parts/*/url"],
  },
  {
    why: "A task has one webhook, which has no id.",
    at: ["/configuration/taskPushNotificationConfig/id", "/configuration/taskPushNotificationConfig/taskId", "/id"],
  },
  {
    why: "A stream begins with the status of the task, for a subscriber after its artifacts.",
    at: ["/task/history", "/task/metadata"],
  },
  { why: "A direct reply is the end of a task.", at: ["/message", "/statusUpdate"] },
  {
    why: "A chunk always says whether it appends and whether it is the last.",
    at: ["/artifactUpdate/append", "/artifactUpdate/lastChunk"],
  },
  { why: "A card has the address of one JSON-RPC interface that speaks 0.1.", at: ["/supportedInterfaces"] },
  {
    why: "A card has no signatures, no icon, no extensions, and no other card beside it.",
    at: ["/signatures", "/iconUrl", "/capabilities/extensions", "/capabilities/extendedAgentCard"],
  },
  {
    why: "How callers authenticate is a list of names, any of which will do, with the least that each needs to be used.",
    at: ["/securitySchemes", "/securityRequirements", "/skills/*/securityRequirements"],
  },
  // Last, for what has a reason of its own below `/configuration`.
  { why: "There is no history unless so much of it is asked for.", at: ["/history", "/historyLength", "/configuration"] },
];
