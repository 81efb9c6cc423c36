import type { StreamResponse, Task, Version } from "@a2a/core";
import { applyEvent, isTerminal } from "@a2a/core";
import type { Dialect } from "@a2a/core/internal";
import { dialectFor } from "@a2a/core/internal";
import type { Logger } from "../logger.js";
import type { LogEntry, StoredPushConfig, TaskKey, TaskStore } from "../store/store.js";
import type { DeliverOptions } from "./deliver.js";
import { deliver } from "./deliver.js";
import { webhookCall } from "./webhook-call.js";

/** What a sender is made of. */
export interface PushSenderOptions {
  readonly store: TaskStore;
  readonly dialects: readonly Dialect[];
  readonly logger: Logger;
  readonly delivery: Omit<DeliverOptions, "closing">;
  /** A task's entries from a cursor on, until the log grows no longer. */
  read(key: TaskKey, after: number): AsyncIterable<readonly LogEntry[]>;
}

/**
 * Calls webhooks. Each is a reader of its task's log whose cursor is stored: it is told of one entry after another, in order, at least once;
 * a slow one holds up nobody but itself, and what waits for it is nothing but the log.
 */
export class PushSender {
  readonly #options: PushSenderOptions;
  readonly #closing = new AbortController();
  readonly #working = new Map<string, Promise<void>>();

  constructor(options: PushSenderOptions) {
    this.#options = options;
  }

  /** Begins to tell a webhook of its task, unless that is going on already. */
  follow(key: TaskKey, id: string): void {
    const name = JSON.stringify([key.tenant, key.owner, key.id, id]);
    if (this.#working.has(name) || this.#closing.signal.aborted) return;
    const work = this.#work(key, id)
      .catch((error: unknown) => {
        if (!this.#closing.signal.aborted)
          this.#options.logger.error({ taskId: key.id, configId: id, error }, "a webhook is no longer called");
      })
      .finally(() => this.#working.delete(name));
    this.#working.set(name, work);
  }

  /** Waits until every webhook has been told what there is, at most for so long; what is not delivered then has to wait for another process. */
  async close(timeoutMs: number): Promise<void> {
    const timer = setTimeout(() => this.#closing.abort(), timeoutMs);
    await Promise.all(this.#working.values());
    clearTimeout(timer);
    this.#closing.abort();
  }

  async #work(key: TaskKey, id: string): Promise<void> {
    const { store, read } = this.#options;
    const { delivered = 0 } = (await store.push.get(key, id)) ?? {};
    let task: Task | undefined;
    // From the beginning, because some versions are told the whole task, as it was then.
    for await (const entries of read(key, 0)) {
      for (const [at, entry] of entries.entries()) {
        task = applyEvent(task, entry.event, entry.received);
        if (entry.number <= delivered) continue;
        // It may have been replaced or deleted meanwhile.
        const stored = await store.push.get(key, id);
        if (!stored) return;
        if (entry.number > stored.delivered) await this.#tell(stored, { entry, next: entries[at + 1], task, key });
      }
      if (task && isTerminal(task.status.state)) return;
    }
  }

  async #tell(
    { config, version }: StoredPushConfig,
    {
      entry,
      next,
      task,
      key,
    }: { readonly entry: LogEntry; readonly next: LogEntry | undefined; readonly task: Task; readonly key: TaskKey },
  ): Promise<void> {
    const { store, logger, delivery } = this.#options;
    const dialect = this.#dialectOf(version);
    // Where the whole task is told, chunks that have piled up are told at once; a status never goes under.
    if (dialect.rules.pushesTask && isChunk(entry) && next && isChunk(next)) return;
    const event: StreamResponse = entry.event;
    try {
      await deliver(webhookCall(config, dialect, { event, task }), { ...delivery, closing: this.#closing.signal });
    } catch (error) {
      // Not delivered, but not given up either: the cursor stays, and another process goes on from there.
      if (this.#closing.signal.aborted) throw error;
      logger.error(
        { taskId: key.id, configId: config.id, number: entry.number, error },
        "a webhook did not take a call, which is given up",
      );
    }
    await store.push.advance(key, config.id, entry.number);
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
