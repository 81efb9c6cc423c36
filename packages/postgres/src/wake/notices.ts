import type { PoolClient } from "pg";
import type { Database } from "../database/database.js";

/** What instances tell each other. Whoever misses it finds out by looking, later. */
export interface NoticeHandlers {
  /** A log has grown to a number; 0 where its task is gone. */
  onGrowth(name: string, number: number): void;
  /** An instance is asked something. */
  onRequest(instance: string): void;
  /** An instance is answered. */
  onAnswer(instance: string): void;
  /** An instance has come or gone. */
  onChange(): void;
  /** Notices are heard from here on; what was said before has to be found. */
  onOpen(): void;
  onProblem(problem: unknown): void;
}

// PostgreSQL takes notices of up to 8000 bytes.
const maxBytes = 7000;
const firstRetryMs = 50;
const maxRetryMs = 5000;
const timeoutMs = 5000;
const notify = { name: "a2a_notify", text: "SELECT pg_notify($1, notice) FROM unnest($2::text[]) AS notice" };

/**
 * Says and hears notices. They are not said within the transactions that they speak of: PostgreSQL lets one such transaction commit at a time, whoever
 * it is of, so that each would wait for the disk alone (32 writers stored 390 rows a second with a notice in each transaction, and 11 000 without).
 * They are said together, right after. Those of an instance that is killed in between are missed, and found by whoever looks.
 */
export class Notices {
  readonly #database: Database;
  readonly #channel: string;
  readonly #handlers: NoticeHandlers;
  #grown = new Map<string, number>();
  #said = new Set<string>();
  #isSaying = false;
  #client: PoolClient | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #retryMs = firstRetryMs;
  #isClosed = false;

  /** @param channel the name that all instances of a schema have in common */
  constructor(database: Database, channel: string, handlers: NoticeHandlers) {
    this.#database = database;
    this.#channel = channel;
    this.#handlers = handlers;
  }

  tellGrowth(name: string, number: number): void {
    this.#grown.set(name, number);
    void this.#say();
  }

  tellRequest(instance: string): void {
    this.#tell(`request ${instance}`);
  }

  tellAnswer(instance: string): void {
    this.#tell(`answer ${instance}`);
  }

  tellChange(): void {
    this.#tell("change");
  }

  /** Begins to hear, and goes on when the connection broke. */
  async open(): Promise<void> {
    try {
      let client: PoolClient | undefined;
      let early: unknown;
      const onLost = (error: unknown): void => {
        if (client && this.#client === client) this.#lost(error);
        else early = error;
      };
      client = await this.#database.connect(onLost);
      if (this.#isClosed || early) client.release(true);
      if (this.#isClosed) return;
      if (early) throw early;
      this.#hear(client, onLost);
      await client.query(`LISTEN "${this.#channel}"`);
      this.#retryMs = firstRetryMs;
      this.#database.reserve({ client, onLost: (error) => this.#client === client && this.#lost(error) });
      this.#handlers.onOpen();
    } catch (error) {
      this.#lost(error);
    }
  }

  /** Says nothing more, and hears nothing more. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    this.#letGo();
  }

  /** Says what is to be said before the store closes. */
  async settle(): Promise<void> {
    while (this.#isSaying) await new Promise((resolve) => setImmediate(resolve));
    await this.#say();
  }

  #tell(notice: string): void {
    this.#said.add(notice);
    void this.#say();
  }

  async #say(): Promise<void> {
    if (this.#isSaying || this.#isClosed) return;
    this.#isSaying = true;
    try {
      // What is said in the same moment goes together.
      await Promise.resolve();
      while (this.#grown.size > 0 || this.#said.size > 0) {
        const notices = [...this.#said, ...grownNotices(this.#grown)];
        this.#grown = new Map();
        this.#said = new Set();
        await this.#database.urgently(notify, [this.#channel, notices], timeoutMs);
      }
    } catch (error) {
      if (!this.#isClosed) this.#handlers.onProblem(error);
    } finally {
      this.#isSaying = false;
    }
  }

  #hear(client: PoolClient, onLost: (error: unknown) => void): void {
    this.#client = client;
    client.on("notification", ({ channel, payload = "" }) => {
      if (this.#client === client && channel === this.#channel) this.#understand(payload);
    });
    client.on("end", () => onLost(new Error("the connection has ended")));
  }

  #understand(notice: string): void {
    const [what = "", ...words] = notice.split(" ");
    const { onGrowth, onRequest, onAnswer, onChange } = this.#handlers;
    if (what === "request") onRequest(words[0] ?? "");
    else if (what === "answer") onAnswer(words[0] ?? "");
    else if (what === "change") onChange();
    else if (what === "grown") {
      for (const word of words) {
        const [name = "", number] = word.split(":");
        onGrowth(name, Number(number));
      }
    }
  }

  #lost(error: unknown): void {
    this.#letGo();
    if (this.#isClosed) return;
    this.#handlers.onProblem(error);
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => void this.open(), this.#retryMs);
    this.#retryMs = Math.min(2 * this.#retryMs, maxRetryMs);
  }

  #letGo(): void {
    const client = this.#client;
    this.#client = undefined;
    this.#database.reserve();
    // It listens: nobody else is to get it.
    client?.release(true);
  }
}

function grownNotices(grown: ReadonlyMap<string, number>): string[] {
  const notices: string[] = [];
  let notice = "";
  for (const [name, number] of grown) {
    const word = ` ${name}:${number}`;
    if (notice && notice.length + word.length > maxBytes) {
      notices.push(notice);
      notice = "";
    }
    notice ||= "grown";
    notice += word;
  }
  return notice ? [...notices, notice] : notices;
}
