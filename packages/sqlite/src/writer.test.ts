import { setImmediate as turn } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { Database } from "./database.js";
import { loadDriver } from "./driver/load-driver.js";
import { Writer } from "./writer.js";

/** A writer over a disk that takes what was committed when it is told to. */
async function slow(): Promise<{ readonly writer: Writer; syncs(): number; finish(error?: Error): Promise<void> }> {
  const database = new Database(await loadDriver(), ":memory:");
  onTestFinished(() => database.close());
  database.exec("CREATE TABLE meta (name TEXT, value TEXT); INSERT INTO meta VALUES ('instance', 'me')");
  let syncs = 0;
  let end: ((error?: Error) => void) | undefined;
  const sync = (): Promise<void> =>
    new Promise((resolve, reject) => {
      syncs += 1;
      end = (error) => (error ? reject(error) : resolve());
    });
  const writer = new Writer({ database, instance: "me", sync, onUnsynced: () => undefined, onLost: () => undefined });
  return {
    writer,
    syncs: () => syncs,
    async finish(error) {
      end?.(error);
      await turn();
    },
  };
}

function add(writer: Writer, told: string[], name: string): void {
  writer
    .write(() => name)
    .then(
      (value) => told.push(value),
      () => told.push(`${name} failed`),
    );
}

test("a write is told of when it is on the disk, and not before", async () => {
  const { writer, finish } = await slow();
  const told: string[] = [];
  add(writer, told, "a");
  await turn();
  await turn();
  expect(told).toEqual([]);
  await finish();
  expect(told).toEqual(["a"]);
});

test("what is committed while the disk is busy is brought to it at once afterwards", async () => {
  const { writer, syncs, finish } = await slow();
  const told: string[] = [];
  for (const name of ["a", "b", "c", "d"]) {
    add(writer, told, name);
    await turn();
  }
  expect(syncs()).toBe(1);
  await finish();
  expect([told, syncs()]).toEqual([["a"], 2]);
  await finish();
  expect([told, syncs()]).toEqual([["a", "b", "c", "d"], 2]);
});

test("what is read may be seen when all that was committed before is on the disk", async () => {
  const { writer, finish } = await slow();
  expect(writer.visible("read")).toBe("read");
  const told: string[] = [];
  add(writer, told, "a");
  await turn();
  add(writer, told, "b");
  await turn();
  void Promise.resolve(writer.visible("read")).then((value) => told.push(value));
  await finish();
  expect(told).toEqual(["a"]);
  await finish();
  expect(told).toEqual(["a", "b", "read"]);
  expect(writer.visible("read")).toBe("read");
});

test("a disk that fails fails what it was to take, and is asked again for what comes then", async () => {
  const { writer, finish } = await slow();
  const told: string[] = [];
  add(writer, told, "a");
  await turn();
  await finish(new Error("broken"));
  add(writer, told, "b");
  await turn();
  await finish();
  expect(told).toEqual(["a failed", "b"]);
});

test("closing writes what waits, ends when it is on the disk, and refuses what comes later", async () => {
  const { writer, finish } = await slow();
  const told: string[] = [];
  add(writer, told, "a");
  void Promise.resolve(writer.close()).then(() => told.push("closed"));
  add(writer, told, "late");
  await turn();
  expect(told).toEqual(["late failed"]);
  await finish();
  await finish();
  expect(told).toEqual(["late failed", "a", "closed"]);
});
