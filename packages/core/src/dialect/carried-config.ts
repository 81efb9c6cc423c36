import type { TaskPushNotificationConfig } from "../generated/v1.0/types.js";
import { carriedKey, isObject, isTexts, keyOf } from "./carried.js";

/** What only older versions say of a webhook. */
export interface CarriedConfig {
  /** Headers for every call of the webhook. The values are secrets, and nobody has looked for headers that a caller must not choose. */
  readonly headers?: Readonly<Record<string, string>>;
  /** All authentication schemes, where the webhook takes another number than one. */
  readonly schemes?: readonly string[];
}

/** A webhook that carries something under `metadata.a2a_carried`; 1.0 has no `metadata` there and has to leave it out. */
export interface CarryingConfig extends TaskPushNotificationConfig {
  metadata?: Readonly<Record<string, unknown>>;
}

/** The webhook, carrying what its type has no member for. */
export function withCarried(config: TaskPushNotificationConfig, carried: CarriedConfig): CarryingConfig {
  return Object.keys(carried).length > 0 ? { ...config, metadata: { [carriedKey]: carried } } : config;
}

/** The webhook as its type has it. */
export function withoutCarried({ metadata: _, ...config }: CarryingConfig): TaskPushNotificationConfig {
  return config;
}

/** What a webhook carries. */
export function carriedOf({ metadata }: CarryingConfig): CarriedConfig {
  const carried = isObject(metadata) ? keyOf(metadata, carriedKey) : undefined;
  if (!isObject(carried)) return {};
  const { headers, schemes } = carried;
  return { ...(isHeaders(headers) && { headers }), ...(isTexts(schemes) && { schemes }) };
}

function isHeaders(value: unknown): value is Record<string, string> {
  return isObject(value) && isTexts(Object.values(value));
}
