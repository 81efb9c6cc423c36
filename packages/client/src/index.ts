// The public surface: connect to an agent, and talk to it.

export type { Credential, CredentialNeed, CredentialSource, Credentials, PasswordCredential } from "./auth/credential.js";
export type { Client, Sendable, SendOptions } from "./client.js";
export type { ConnectOptions } from "./connect.js";
export { connect } from "./connect.js";
export type { Fetch } from "./http/fetch-exchange.js";
export type { LossReport, OnLoss } from "./transport/jsonrpc.js";
export type { CallOptions } from "./transport/transport.js";
