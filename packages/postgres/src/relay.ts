import type { Relay, TaskKey } from "@a2a/server";
import type { Row } from "./database/row.js";
import { optionalTextIn, textIn } from "./database/row.js";
import { keyColumns, keyIn } from "./key-text.js";
import type { StoreParts } from "./tasks.js";

type Answer = (key: TaskKey, request: unknown) => Promise<unknown>;

/** What a relay is made of. */
export interface RelayOptions extends Omit<StoreParts, "wakes"> {
  tellRequest(instance: string): void;
  tellAnswer(instance: string): void;
  onProblem(problem: unknown): void;
}

/** A relay, with what wakes it. */
export interface PostgresRelay extends Relay {
  /** Takes up what this instance is asked. */
  take(): Promise<void>;
  /** Looks what became of what this instance has asked. */
  look(): Promise<void>;
  /** Lets everyone go who waits for an answer. */
  close(): void;
}

/** Asks other instances through a table: a request is a row that is taken up once, by one step, and an answer is what that row gets. */
export function createRelay(options: RelayOptions): PostgresRelay {
  const { database, instance, tellRequest, onProblem } = options;
  const statements = statementsOf(options.schema);
  const asked = new Map<string, (answer: unknown) => void>();
  let isLooking = false;
  let looksAgain = false;
  let looks = 0;
  const server = createServer(options);

  async function look(): Promise<void> {
    looks += 1;
    looksAgain = true;
    if (isLooking) return;
    isLooking = true;
    try {
      while (looksAgain && asked.size > 0) {
        looksAgain = false;
        const rows = await database.call(statements.look, () => [[...asked.keys()]]);
        const over = rows.map((row) => ({ id: textIn(row, "request_id"), answer: optionalTextIn(row, "answer") }));
        for (const { id, answer } of over) asked.get(id)?.(answer === undefined ? undefined : JSON.parse(answer));
        if (over.length > 0) await database.call(statements.done, () => [over.map(({ id }) => id)]);
      }
    } finally {
      isLooking = false;
    }
  }

  return {
    async ask(key, request, left) {
      const id = crypto.randomUUID();
      if (left.isAborted) return undefined;
      let stop: (() => void) | undefined;
      try {
        const values = [id, ...keyColumns(key), JSON.stringify(request)];
        const looksBefore = looks;
        const [row] = await database.call(statements.ask, () => [instance.id, ...values]);
        if (!row || row.holder === null) return undefined;
        tellRequest(textIn(row, "holder"));
        // Not before: what is not among the requests counts as over. The answer may have come meanwhile.
        const answered = new Promise<unknown>((resolve) => {
          asked.set(id, resolve);
        });
        if (looks !== looksBefore) look().catch(onProblem);
        const departed = new Promise<undefined>((resolve) => {
          stop = left.onAbort(() => resolve(undefined));
        });
        const answer = await Promise.race([answered, departed]);
        if (left.isAborted) await database.call(statements.withdraw, () => [id]);
        return answer;
      } finally {
        stop?.();
        asked.delete(id);
      }
    },
    answerWith: server.answerWith,
    take: server.take,
    look,
    close() {
      for (const settle of asked.values()) settle(undefined);
    },
  };
}

/** The side that answers. */
function createServer({ database, instance, schema, tellAnswer, onProblem }: RelayOptions): Pick<PostgresRelay, "answerWith" | "take"> {
  const statements = statementsOf(schema);
  let answer: Answer | undefined;

  async function give(row: Row, answer: Answer): Promise<void> {
    const id = textIn(row, "request_id");
    let given: unknown;
    try {
      given = await answer(keyIn(row), JSON.parse(textIn(row, "request")));
    } catch (error) {
      onProblem(error);
    }
    await database.call(statements.answer, () => [id, JSON.stringify(given) ?? null]);
    tellAnswer(textIn(row, "asker"));
  }

  async function take(): Promise<void> {
    if (!answer) return;
    const taking = crypto.randomUUID();
    const rows = await instance.call(statements.take, (me) => [me, taking]);
    for (const row of rows) {
      if (row.request === null) tellAnswer(textIn(row, "asker"));
      // One that takes long holds up no other.
      else give(row, answer).catch(onProblem);
    }
  }

  return {
    answerWith(given) {
      answer = given;
      take().catch(onProblem);
    },
    take,
  };
}

function statementsOf(schema: string) {
  return {
    ask: { name: "a2a_ask", text: `SELECT ${schema}.ask_1($1, $2, $3, $4, $5, $6) AS holder` },
    take: { name: "a2a_take", text: `SELECT * FROM ${schema}.take_1($1, $2)` },
    answer: { name: "a2a_answer", text: `UPDATE ${schema}.requests SET answered = true, answer = $2 WHERE id = $1` },
    look: { name: "a2a_look", text: `SELECT * FROM ${schema}.look_1($1::uuid[])` },
    done: { name: "a2a_done", text: `DELETE FROM ${schema}.requests WHERE id = ANY ($1::uuid[])` },
    withdraw: { name: "a2a_withdraw", text: `DELETE FROM ${schema}.requests WHERE id = $1 AND taken IS NULL` },
  };
}
