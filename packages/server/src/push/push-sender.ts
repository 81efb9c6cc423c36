import type { StreamResponse, Task, Version } from "@a2a/core";
import { applyEvent, isTerminal, LocalError } from "@a2a/core";
import type { Dialect } from "@a2a/core/internal";
import { dialectFor } from "@a2a/core/internal";
import { lossesOfPush } from "@a2a/core/internal/dialects";
import pRetry from "p-retry";
import type { Departure } from "../lazy-abort.js";
import { LazyAbort } from "../lazy-abort.js";
import type { Logger } from "../logger.js";
import type { LogEntry, StoredPushConfig, TaskKey, TaskStore } from "../store/store.js";
import { tellLosses } from "../tell-losses.js";
import type { DeliverOptions } from "./deliver.js";
import { deliver, retriesOf } from "./deliver.js";
import { webhookCall } from "./webhook-call.js";

/** What a sender is made of. */
export interface PushSenderOptions {
  readonly store: TaskStore;
  readonly dialects: readonly Dialect[];
  readonly logger: Logger;
  readonly delivery: Omit<DeliverOptions, "signal" | "isWanted">;
  /** The time: RFC 3339, UTC. */
  now(): string;
  /** A task's entries from a cursor on, until the log grows no longer or the reader has left. */
  read(key: TaskKey, after: number, left: Departure): AsyncIterable<readonly LogEntry[]>;
}

interface Telling {
  readonly entry: LogEntry;
  readonly next: LogEntry | undefined;
  /** The task with the entry in it. */
  readonly task: Task;
  readonly key: TaskKey;
  readonly signal: AbortSignal;
}

interface Follower {
  readonly abort: LazyAbort;
  /** The store has to be looked at, once more where that is going on already. */
  isAsked: boolean;
  done: Promise<void>;
}

/**
 * Calls webhooks. Each is a reader of its task's log whose cursor is stored: it is told of one entry after another, in order, at least once;
 * a slow one holds up nobody but itself, and what waits for it is nothing but the log.
 */
export class PushSender {
  readonly #options: PushSenderOptions;
  readonly #followers = new Map<string, Follower>();
  #isClosed = false;

  constructor(options: PushSenderOptions) {
    this.#options = options;
  }

  /** Begins to tell a webhook of its task, unless that is going on already. */
  follow(key: TaskKey, id: string): void {
    const name = nameOf(key, id);
    const known = this.#followers.get(name);
    if (known) known.isAsked = true;
    if (known || this.#isClosed) return;
    const follower: Follower = { abort: new LazyAbort(), isAsked: true, done: Promise.resolve() };
    this.#followers.set(name, follower);
    follower.done = this.#run(key, id, follower);
  }

  /** Takes up what webhooks have not been told whose process has ended. */
  async adopt(limit: number): Promise<void> {
    if (this.#isClosed) return;
    for (const { key, id } of await this.#options.store.push.adopt(limit)) this.follow(key, id);
  }

  /** Tells a webhook nothing more, wherever a call of it stands. */
  stop(key: TaskKey, id: string): void {
    const name = nameOf(key, id);
    const follower = this.#followers.get(name);
    if (!follower) return;
    follower.abort.abort("the webhook is told no more");
    this.#forget(name, follower);
  }

  /** Waits until every webhook has been told what there is, at most for so long; what is not delivered then has to wait for another process. */
  async close(timeoutMs: number): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const timeUp = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, timeoutMs);
    });
    await Promise.race([timeUp, Promise.all([...this.#followers.values()].map(({ done }) => done))]);
    clearTimeout(timer);
    this.#isClosed = true;
    for (const { abort } of this.#followers.values()) abort.abort("the agent is shutting down");
  }

  async #run(key: TaskKey, id: string, follower: Follower): Promise<void> {
    const { logger, delivery } = this.#options;
    const { signal } = follower.abort;
    const facts = { taskId: key.id, configId: id };
    const onFailedAttempt = (error: unknown): void => {
      if (!signal.aborted) logger.warn({ ...facts, error }, "a webhook waits because the store failed");
    };
    try {
      while (follower.isAsked && !signal.aborted) {
        follower.isAsked = false;
        // However often: nobody else would call the webhook once the store is well again. A log that cannot be read stays so.
        const shouldRetry = (error: unknown): boolean => !(error instanceof LocalError && error.code === "BAD_RECORD");
        await pRetry(() => this.#work(key, id, follower.abort), { ...retriesOf(delivery), shouldRetry, signal, onFailedAttempt });
      }
    } catch (error) {
      if (!signal.aborted) logger.error({ ...facts, error }, "a webhook is no longer called");
    } finally {
      // Nothing is waited for since it was last asked, so that whoever asks now finds it gone.
      this.#forget(nameOf(key, id), follower);
    }
  }

  #forget(name: string, follower: Follower): void {
    if (this.#followers.get(name) === follower) this.#followers.delete(name);
  }

  async #work(key: TaskKey, id: string, left: LazyAbort): Promise<void> {
    const { store, read } = this.#options;
    const { signal } = left;
    const first = await store.push.ours(key, id);
    if (!first) return;
    let task: Task | undefined;
    // From the beginning, because some versions are told the whole task, as it was then.
    for await (const entries of read(key, 0, left)) {
      for (const [at, entry] of entries.entries()) {
        task = applyEvent(task, entry.event, entry.received);
        if (entry.number <= first.delivered) continue;
        // It may have been replaced or deleted meanwhile, or another process calls it now.
        const stored = await store.push.ours(key, id);
        if (!stored) return;
        const isTold = entry.number <= stored.delivered || (await this.#tell(stored, { entry, next: entries[at + 1], task, key, signal }));
        if (!isTold) return;
      }
      if (task && isTerminal(task.status.state)) return;
    }
  }

  /** Tells one entry; false where this process is no longer the one to tell the webhook. */
  async #tell({ config, version }: StoredPushConfig, { entry, next, task, key, signal }: Telling): Promise<boolean> {
    const { store, logger, delivery } = this.#options;
    const { number } = entry;
    const dialect = this.#dialectOf(version);
    // Where the whole task is told, chunks that have piled up are told at once; a status never goes under.
    if (dialect.rules.pushesTask && isChunk(entry) && next && isChunk(next)) return true;
    const event: StreamResponse = entry.event;
    tellLosses(logger, dialect, "push", () => lossesOfPush(dialect, { event, task }));
    const isWanted = async (): Promise<boolean> => {
      try {
        return (await store.push.ours(key, config.id)) !== undefined;
      } catch {
        // A store that fails says nothing of the webhook.
        return true;
      }
    };
    try {
      await deliver(webhookCall(config, dialect, { event, task, number }), { ...delivery, signal, isWanted });
    } catch (error) {
      // Not delivered, but not given up either: the cursor stays, and another process, or who takes over, goes on from there.
      if (signal.aborted) throw error;
      return this.#giveUp(key, config.id, { number, error });
    }
    // Who takes over is not to miss what its predecessor was told just before.
    return signal.aborted ? false : store.push.advance(key, config.id, number);
  }

  /** Goes on behind an entry that a webhook did not take; false where that is no longer this process's to say. */
  async #giveUp(key: TaskKey, id: string, { number, error }: { readonly number: number; readonly error: unknown }): Promise<boolean> {
    const { store, logger, now } = this.#options;
    const reason = error instanceof LocalError ? error.message : "the call could not be made";
    const isOurs = await store.push.advance(key, id, number, { number, at: now(), reason });
    if (isOurs) logger.error({ taskId: key.id, configId: id, number, error }, "a webhook did not take a call, which is given up");
    return isOurs;
  }

  #dialectOf(version: Version): Dialect {
    const dialect = dialectFor(this.#options.dialects, version);
    if (!dialect) throw new TypeError(`version ${version} of a webhook is not served`);
    return dialect;
  }
}

function isChunk({ event }: LogEntry): boolean {
  return "artifactUpdate" in event;
}

function nameOf({ tenant, owner, id: taskId }: TaskKey, id: string): string {
  return JSON.stringify([tenant, owner, taskId, id]);
}
