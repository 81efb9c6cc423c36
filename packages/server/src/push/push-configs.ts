import type { TaskPushNotificationConfig, Version } from "@a2a/core";
import { A2AError } from "@a2a/core";
import type { Dialect } from "@a2a/core/internal";
import { dialectFor } from "@a2a/core/internal";
import { invalidParams } from "../invalid-params.js";
import type { MaybePromise } from "../maybe-promise.js";
import type { PushConfigStore, StoredPushConfig, TaskKey } from "../store/store.js";
import { nameOfKey } from "../store/store.js";
import { challengeWebhook } from "./challenge-webhook.js";
import type { CompletePushOptions } from "./push-options.js";
import type { PushSender } from "./push-sender.js";
import { unsendableIn } from "./webhook-call.js";
import { overlongIn } from "./webhook-size.js";
import { problemOfWebhookUrl } from "./webhook-url.js";

/** What the webhooks of an endpoint are kept by. */
export interface PushConfigsOptions extends Pick<CompletePushOptions, "allowedHosts" | "maxPerTask" | "challenge" | "fetch" | "timeoutMs"> {
  readonly store: PushConfigStore;
  readonly sender: PushSender;
  readonly dialects: readonly Dialect[];
  readonly makeId: () => string;
}

/** The webhooks of an endpoint's tasks: checked before they are stored, called from then on. */
export class PushConfigs {
  readonly #options: PushConfigsOptions;
  readonly #registering = new Map<string, Promise<Registered>>();

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
    const overlong = overlongIn(config);
    if (overlong) throw invalidParams(`${pointer}${overlong.pointer}`, overlong.expected);
    const dialect = dialectFor(this.#options.dialects, version);
    const unsendable = dialect && unsendableIn(config, dialect);
    if (unsendable !== undefined) throw invalidParams(`${pointer}${unsendable}`, "what an HTTP header can carry");
  }

  /**
   * Asks a webhook that a client names whether it is one; undefined where none is asked.
   *
   * @param pointer where in the params it stands
   * @throws A2AError `InvalidParamsError`
   */
  challenge({ url }: TaskPushNotificationConfig, pointer: string): Promise<void> | undefined {
    return this.#options.challenge ? challengeWebhook(url, `${pointer}/url`, this.#options) : undefined;
  }

  /**
   * Keeps a webhook and begins to call it. One that takes the place of another of its id is told what that was not, and the same one once more
   * is no other. One without an id is the task's that is the same but for its id, or a new one.
   *
   * @throws A2AError `RateLimitedError` where its task has too many; `TaskNotFoundError` where it has gone
   */
  async register(key: TaskKey, stored: StoredPushConfig): Promise<Registered> {
    const name = nameOfKey(key);
    const before = this.#registering.get(name);
    // One after another: of many at once, none may count, or look for its like, before another is kept.
    const registering = Promise.allSettled([before]).then(() => this.#register(key, stored));
    this.#registering.set(name, registering);
    try {
      return await registering;
    } finally {
      if (this.#registering.get(name) === registering) this.#registering.delete(name);
    }
  }

  async #register(key: TaskKey, { config, ...given }: StoredPushConfig): Promise<Registered> {
    const { store, sender, maxPerTask, makeId } = this.#options;
    const known = await store.list(key);
    const id =
      config.id ||
      (known.find((each) => isSame({ ...each, config: { ...each.config, id: "" } }, { ...given, config }))?.config.id ?? makeId());
    const stored = { ...given, config: { ...config, id } };
    const before = known.find((each) => each.config.id === id);
    if (!before && known.length >= maxPerTask) throw new A2AError("RateLimitedError", `a task has at most ${maxPerTask} webhooks`);
    if (before && isSame(before, stored)) {
      sender.follow(key, id);
      return { id, before };
    }
    const delivered = Math.min(stored.delivered, before?.delivered ?? stored.delivered);
    const outcome = await this.#change(key, id, () => store.put(key, { ...stored, delivered }));
    if (outcome === "gone") throw new A2AError("TaskNotFoundError", `there is no task ${key.id}`);
    return { id, before };
  }

  get(key: TaskKey, id: string): MaybePromise<StoredPushConfig | undefined> {
    return this.#options.store.get(key, id);
  }

  list(key: TaskKey): MaybePromise<readonly StoredPushConfig[]> {
    return this.#options.store.list(key);
  }

  /** Removes a webhook; it is not called from then on, not even once more with what it has not taken. */
  async delete(key: TaskKey, id: string): Promise<void> {
    await this.#change(key, id, () => this.#options.store.delete(key, id));
  }

  /** Changes a webhook while it is not called; what is there afterwards, the old one too where the store failed, is called. */
  async #change<T>(key: TaskKey, id: string, act: () => MaybePromise<T>): Promise<T> {
    const { sender } = this.#options;
    sender.stop(key, id);
    try {
      return await act();
    } finally {
      sender.follow(key, id);
    }
  }
}

/** What became of a webhook that was registered. */
export interface Registered {
  readonly id: string;
  /** The one whose place it takes. */
  readonly before: StoredPushConfig | undefined;
}

type Compared = Pick<StoredPushConfig, "version"> & { readonly config: TaskPushNotificationConfig };

function isSame(one: Compared, other: Compared): boolean {
  return one.version === other.version && JSON.stringify(one.config) === JSON.stringify(other.config);
}
