import { runInNewContext } from "node:vm";
import { build } from "esbuild";
import { beforeAll, expect, test } from "vitest";

// What a page may count on; of Node there is nothing.
const web = { TextEncoder, TextDecoder, URL, crypto, atob, btoa, AbortSignal };
let bundle = "";
let inputs: string[] = [];

beforeAll(async () => {
  const { outputFiles, warnings, metafile } = await build({
    stdin: { contents: 'export * from "@a2a/core";', resolveDir: import.meta.dirname, loader: "ts" },
    bundle: true,
    write: false,
    metafile: true,
    minify: true,
    platform: "browser",
    format: "iife",
    globalName: "core",
    conditions: ["@a2a/source"],
  });
  expect(warnings).toEqual([]);
  inputs = Object.keys(metafile.inputs);
  bundle = outputFiles[0]?.text ?? "";
});

/** Runs a script in a page that has loaded the bundle; what it ends with comes back as JSON. */
function run(script: string): unknown {
  return JSON.parse(runInNewContext(`${bundle}\nJSON.stringify((() => {${script}})())`, { ...web }));
}

test("the bundle holds nothing of Node", () => {
  expect(bundle).not.toMatch(/node:|\brequire\(|\bprocess\.|\bBuffer\b/);
});

test("the bundle holds the compact validators and none that are compiled", () => {
  const validators = inputs.filter((path) => /\/(\w+-)?validators\.ts$/.test(path));
  expect(validators).toContain("packages/core/src/generated/v1.0/compact-validators.ts");
  expect(validators.filter((path) => path.endsWith("/validators.ts"))).toEqual([]);
});

test("the bundle runs where only the language is, and does nothing by itself", () => {
  expect(runInNewContext(`${bundle}\ntypeof core.validate`, { TextDecoder })).toBe("function");
});

test("a page builds messages", () => {
  const built = run(`
    const bytes = new TextEncoder().encode("é");
    const { messageId, ...rest } = core.message(["hi", core.data({ a: 1 }), core.file(bytes), core.file(new URL("https://a.test/"))]);
    return { rest, hasId: messageId.length === 36, bytes: [...core.bytesOf(rest.parts[2])] };`);
  expect(built).toEqual({
    rest: {
      role: "ROLE_USER",
      parts: [{ text: "hi" }, { data: { a: 1 }, mediaType: "application/json" }, { raw: "w6k=" }, { url: "https://a.test/" }],
    },
    hasId: true,
    bytes: [0xc3, 0xa9],
  });
});

test("a page validates a payload", () => {
  const outcomes = run(`
    const payload = (state) => core.parseJson(new TextEncoder().encode(JSON.stringify({ id: "t", status: { state } }))).value;
    return [core.validate(core.isTask, payload("TASK_STATE_WORKING")).ok, core.validate(core.isTask, payload("working")).problem.pointer];`);
  expect(outcomes).toEqual([true, "/status/state"]);
});

test("a page folds a stream", () => {
  const folded = run(`
    const ids = { taskId: "t", contextId: "c" };
    const chunk = (text, append) => ({ artifactUpdate: { ...ids, append, artifact: { artifactId: "a", parts: [{ text }] } } });
    const events = [
      { task: { id: "t", contextId: "c", status: { state: "TASK_STATE_SUBMITTED" } } },
      chunk("a", false), chunk("b", true),
      { statusUpdate: { ...ids, status: { state: "TASK_STATE_COMPLETED" } } },
    ];
    const task = events.reduce((task, event) => core.applyEvent(task, event), undefined);
    return { text: core.textOf(task), isOver: core.isTerminal(task.status.state) };`);
  expect(folded).toEqual({ text: "ab", isOver: true });
});

test("a page recognises errors", () => {
  const recognised = run(`
    const error = new core.A2AError("TaskNotFoundError", "no task");
    return [core.isA2AError(error), error.code, new core.LocalError("TIMEOUT", "late").code];`);
  expect(recognised).toEqual([true, "TaskNotFoundError", "TIMEOUT"]);
});
