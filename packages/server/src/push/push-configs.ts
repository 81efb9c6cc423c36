import type { TaskPushNotificationConfig, Version } from "@a2a/core";
import { A2AError } from "@a2a/core";
import type { Dialect } from "@a2a/core/internal";
import { dialectFor } from "@a2a/core/internal";
import { invalidParams } from "../invalid-params.js";
import type { PushConfigStore, StoredPushConfig, TaskKey } from "../store/store.js";
import type { PushOptions } from "./push-options.js";
import type { PushSender } from "./push-sender.js";
import { webhookHeaders } from "./webhook-call.js";
import { problemOfWebhookUrl } from "./webhook-url.js";

/** What the webhooks of an endpoint are kept by. */
export interface PushConfigsOptions extends Required<Pick<PushOptions, "allowedHosts" | "maxPerTask">> {
  readonly store: PushConfigStore;
  readonly sender: PushSender;
  readonly dialects: readonly Dialect[];
}

/** The webhooks of an endpoint's tasks: checked before they are stored, called from then on. */
export class PushConfigs {
  readonly #options: PushConfigsOptions;

  constructor(options: PushConfigsOptions) {
    this.#options = options;
  }

  /**
   * Checks a webhook that a client names.
   *
   * @param pointer where in the params it stands
   * @throws A2AError `InvalidParamsError`
   */
  assertValid(config: TaskPushNotificationConfig, version: Version, pointer: string): void {
    const expected = problemOfWebhookUrl(config.url, this.#options.allowedHosts);
    if (expected !== undefined) throw invalidParams(`${pointer}/url`, expected);
    try {
      const dialect = dialectFor(this.#options.dialects, version);
      if (dialect) webhookHeaders(config, dialect);
    } catch {
      throw invalidParams(pointer, "a token, credentials and headers that HTTP can carry");
    }
  }

  /**
   * Keeps a webhook and begins to call it.
   *
   * @throws A2AError `RateLimitedError` where its task has too many; `TaskNotFoundError` where it has gone
   */
  async register(key: TaskKey, stored: StoredPushConfig): Promise<void> {
    const { store, sender, maxPerTask } = this.#options;
    const others = (await store.list(key)).filter(({ config }) => config.id !== stored.config.id);
    if (others.length >= maxPerTask) throw new A2AError("RateLimitedError", `a task has at most ${maxPerTask} webhooks`);
    if ((await store.put(key, stored)) === "gone") throw new A2AError("TaskNotFoundError", `there is no task ${key.id}`);
    sender.follow(key, stored.config.id);
  }

  get(key: TaskKey, id: string): Promise<StoredPushConfig | undefined> {
    return this.#options.store.get(key, id);
  }

  list(key: TaskKey): Promise<readonly StoredPushConfig[]> {
    return this.#options.store.list(key);
  }

  delete(key: TaskKey, id: string): Promise<void> {
    return this.#options.store.delete(key, id);
  }
}
