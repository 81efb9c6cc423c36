import type { LossReason } from "../dialect.js";

/** What the JSON of protobuf's 0.3 cannot say of what 1.0 says. What travels in metadata and comes back from there is not lost, and not here. */
export const losses: readonly LossReason[] = [
  { why: "A request cannot name a tenant.", at: ["**/tenant"] },
  { why: "A message does not refer to other tasks.", at: ["**/referenceTaskIds"] },
  { why: "A text is `text/plain` and data is `application/json` without being said.", at: ["**/parts/*/mediaType"] },
  {
    why: "A file without an address is data that names it.",
    at: ["**/parts/*/data", "**/parts/*/filename", "**/parts/*/metadata", "**/parts/*/url"],
  },
  { why: "Who sends a message cannot ask for no history.", at: ["/configuration/historyLength"] },
  { why: "Who does not want an answer at once does not say so.", at: ["/configuration/returnImmediately"] },
  { why: "The webhook of a message is that of the message's task.", at: ["/configuration/taskPushNotificationConfig/taskId"] },
  {
    why: "A webhook that is given no id has that of its task.",
    at: ["/configuration/taskPushNotificationConfig/id", "/configs/*/id", "/id"],
  },
  { why: "A cancellation has no metadata.", at: ["/metadata"] },
  { why: "A card names interfaces that speak 0.3 without a tenant, each address once.", at: ["/supportedInterfaces"] },
  { why: "A signature is valid for one representation of a card.", at: ["/signatures"] },
  { why: "An extension has a URI.", at: ["/capabilities/extensions"] },
  {
    why: "OAuth does not say whether it wants PKCE.",
    at: ["/securitySchemes/*/oauth2SecurityScheme/flows/authorizationCode/pkceRequired"],
  },
  {
    why: "An OAuth flow that 0.3 lacks, or that lacks an address, is a bearer token.",
    at: ["/securitySchemes/*/oauth2SecurityScheme", "/securitySchemes/*/httpAuthSecurityScheme"],
  },
];
