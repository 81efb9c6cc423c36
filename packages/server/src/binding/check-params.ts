import type { Message, Part, Struct, TaskPushNotificationConfig } from "@a2a/core";
import { defaultMaxDepth, isDeeperThan, urlOf } from "@a2a/core/internal";
import { invalidParams } from "../invalid-params.js";
import type { CompleteLimits, FileUrls } from "../limit-options.js";

/** How much the params of a request may say. */
export type ParamLimits = Pick<CompleteLimits, "maxDepth" | "maxParts" | "maxMetadataBytes" | "maxIdLength" | "fileUrls">;

/** The members, in the terms of the newest version, of whatever operation's params. */
interface AnyParams {
  readonly id?: string;
  readonly taskId?: string;
  readonly contextId?: string;
  readonly tenant?: string;
  readonly pageToken?: string;
  readonly message?: Message;
  readonly metadata?: Struct;
  readonly configuration?: { readonly taskPushNotificationConfig?: TaskPushNotificationConfig };
}

const timeLength = 16;

// What is read from every body anyway: nothing deeper gets here.
const deepestRead = defaultMaxDepth;

/**
 * Refuses what every version's schema takes but no agent should have to: params that are too deep, ids with control characters, too many parts, more
 * metadata than that, and files at addresses that are no web's. Here, behind the dialects, each rule stands once for all versions and bindings, and
 * places are those of the newest version.
 *
 * @throws A2AError `InvalidParamsError`
 */
export function assertWithinLimits(params: object, limits: ParamLimits): void {
  const { id, taskId, contextId, tenant, pageToken, message, metadata, configuration }: AnyParams = params;
  const { maxDepth, maxIdLength } = limits;
  if (maxDepth < deepestRead && isDeeperThan(params, maxDepth)) throw invalidParams("", `no more than ${maxDepth} levels`);
  assertId("/id", id, maxIdLength);
  assertId("/taskId", taskId, maxIdLength);
  assertId("/contextId", contextId, maxIdLength);
  assertId("/tenant", tenant, maxIdLength);
  // It has an id in it, and some more.
  assertId("/pageToken", pageToken, maxIdLength + timeLength);
  if (!message) return;
  assertMessage(message, limits);
  assertMetadata(metadata, message, limits);
  const webhook = configuration?.taskPushNotificationConfig;
  if (!webhook) return;
  const pointer = "/configuration/taskPushNotificationConfig";
  assertId(`${pointer}/id`, webhook.id, maxIdLength);
  assertId(`${pointer}/taskId`, webhook.taskId, maxIdLength);
  assertId(`${pointer}/tenant`, webhook.tenant, maxIdLength);
}

// The control characters of ASCII and Latin-1, and the separators of lines and paragraphs: they forge lines of logs, and some stores take none of them.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

/**
 * Refuses what no id may be.
 *
 * @throws A2AError `InvalidParamsError`
 */
export function assertId(pointer: string, id: string | undefined, maxLength: number): void {
  if (id === undefined) return;
  if (id.length > maxLength) throw invalidParams(pointer, `no more than ${maxLength} characters`);
  if (control.test(id)) throw invalidParams(pointer, "a text without control characters");
}

function assertMessage({ messageId, taskId, contextId, referenceTaskIds, parts }: Message, limits: ParamLimits): void {
  const { maxIdLength, maxParts, fileUrls } = limits;
  assertId("/message/messageId", messageId, maxIdLength);
  assertId("/message/taskId", taskId, maxIdLength);
  assertId("/message/contextId", contextId, maxIdLength);
  if (referenceTaskIds) {
    for (const [at, id] of referenceTaskIds.entries()) assertId(`/message/referenceTaskIds/${at}`, id, maxIdLength);
  }
  if (parts.length > maxParts) throw invalidParams("/message/parts", `no more than ${maxParts} parts`);
  const closed = parts.findIndex(({ url }) => url !== undefined && !isAllowedFile(url, fileUrls));
  if (closed >= 0) throw invalidParams(`/message/parts/${closed}/url`, expectedFile(fileUrls));
}

function isAllowedFile(text: string, fileUrls: FileUrls): boolean {
  if (fileUrls === "any") return true;
  if (fileUrls === "none") return false;
  if (typeof fileUrls === "function") return fileUrls(text);
  const protocol = urlOf(text)?.protocol;
  return protocol === "https:" || (protocol === "http:" && fileUrls === "web");
}

function expectedFile(fileUrls: FileUrls): string {
  if (fileUrls === "web") return "an http or https URL";
  if (fileUrls === "https") return "an https URL";
  return fileUrls === "none" ? "no address of a file" : "the address of a file that this agent takes";
}

function assertMetadata(metadata: Struct | undefined, message: Message, { maxMetadataBytes }: ParamLimits): void {
  let left = maxMetadataBytes;
  if (metadata) left -= roughLength(metadata, left);
  if (message.metadata) left -= roughLength(message.metadata, left);
  for (const part of message.parts) if (part.metadata) left -= roughLength(part.metadata, left);
  if (left < 0) throw invalidParams(metadata ? "/metadata" : "/message", `no more than ${maxMetadataBytes} bytes of metadata`);
}

/** About as many bytes as a value has in JSON, or some more than `enough`: who is beyond that is not counted to the end. */
function roughLength(value: Part["data"], enough: number): number {
  if (typeof value === "string") return value.length + 2;
  if (typeof value !== "object" || value === null) return 4;
  let length = 2;
  for (const [name, member] of Object.entries(value)) {
    if (length > enough) break;
    length += name.length + 4 + roughLength(member, enough - length);
  }
  return length;
}
