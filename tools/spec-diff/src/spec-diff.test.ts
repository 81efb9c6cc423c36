import { execFileSync } from "node:child_process";
import { dirname } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { loadSchemas } from "../../codegen/src/load-schema.js";
import type { Bump } from "./change.js";
import { largestBump } from "./change.js";
import { changesetFor } from "./changeset/demand.js";
import { compareTrees } from "./compare-trees.js";
import { editedSchema, root } from "./edited-schema.js";
import { report } from "./report.js";
import { runDiff } from "./run-diff.js";
import { folderTree } from "./schema-tree.js";

const copy = editedSchema();

beforeEach(() => copy.reset());
afterAll(() => copy.remove());

type Edit = readonly [file: string, path: string, value?: unknown];

const [schema, methods, errors, versions] = ["v1.0/schema.json", "v1.0/methods.json", "v1.0/errors.json", "versions.json"];
const task = "$defs.Task.properties";
const text = { type: "string", description: "A text.", "x-proto": { n: 90, t: "string" } };
const { versions: rows } = loadSchemas(`${root}/schema`).versions.content;

/** What is done to the schema; the release that it demands; what the report says of it: kind, words and who has to change what. */
const edits: readonly [what: string, bump: Bump, edits: readonly Edit[], said: string][] = [
  ["an optional member more", "minor", [[schema, `${task}.note`, text]], "added Task: member note: string | both"],
  [
    "a required member more",
    "major",
    [
      [schema, `${task}.note`, text],
      [schema, "$defs.Task.required", ["id", "status", "note"]],
    ],
    "added Task: required member note: string | writers (agents)",
  ],
  ["a member less", "major", [[schema, `${task}.history`]], "removed Task: member history: list of Message | both"],
  [
    "a member that is required now",
    "major",
    [[schema, "$defs.ListTasksRequest.required", ["contextId"]]],
    "changed ListTasksRequest: member contextId: required, was optional | writers (callers)",
  ],
  [
    "a member that is optional now",
    "major",
    [[schema, "$defs.Task.required", ["id"]]],
    "changed Task: member status: optional, was required | readers (callers)",
  ],
  [
    "a member of another type",
    "major",
    [[schema, `${task}.status.$ref`, "#/$defs/Message"]],
    "changed Task: member status: Message, was TaskStatus | both",
  ],
  [
    "a list of another type",
    "major",
    [[schema, `${task}.history.items.$ref`, "#/$defs/Part"]],
    "changed Task: member history: Part, was Message | both",
  ],
  [
    "a value of an enum more",
    "major",
    [[schema, "$defs.Role.enum", ["ROLE_USER", "ROLE_AGENT", "ROLE_TOOL"]]],
    "added Role: value ROLE_TOOL | readers",
  ],
  ["a value of an enum less", "major", [[schema, "$defs.Role.enum", ["ROLE_USER"]]], "removed Role: value ROLE_AGENT | writers"],
  ["an enum that is any text", "major", [[schema, "$defs.TaskState.enum"]], 'changed TaskState: string, was "TASK_STATE_UNSPECIFIED", '],
  [
    "a branch of a union less",
    "major",
    [[schema, "$defs.SendMessageResponse.oneOf", [{ required: ["task"] }]]],
    "removed SendMessageResponse: branch message | writers (agents)",
  ],
  [
    "a branch of a union more",
    "major",
    [
      [
        "v0.3/schema.json",
        "$defs.Part.oneOf",
        ["TextPart", "FilePart", "DataPart", "Message"].map((name) => ({ $ref: `#/$defs/${name}` })),
      ],
    ],
    "added Part: branch Message | readers",
  ],
  ["another protobuf number", "major", [[schema, `${task}.id.x-proto.n`, 91]], "changed Task: member id: protobuf number 91, was 1 | both"],
  [
    "another number of an enum's value",
    "major",
    [[schema, "$defs.Role.x-proto.ROLE_AGENT", 7]],
    "changed Role: protobuf number of ROLE_AGENT 7, was 2 | both",
  ],
  [
    "another label of protobuf",
    "major",
    [[schema, `${task}.contextId.x-proto.optional`, true]],
    "changed Task: member contextId: protobuf's optional is true, was none | both",
  ],
  [
    "a member that is deprecated",
    "minor",
    [[schema, `${task}.metadata.deprecated`, true]],
    "changed Task: member metadata: deprecated | both",
  ],
  [
    "a bound that is tighter",
    "major",
    [[schema, "$defs.ListTasksRequest.properties.pageSize.maximum", 50]],
    "changed ListTasksRequest: member pageSize: maximum 50, was 100 | both",
  ],
  [
    "a bound that is looser",
    "minor",
    [[schema, "$defs.Message.properties.parts.minItems"]],
    "changed Message: member parts: minItems none, was 1 | both",
  ],
  [
    "a default less",
    "major",
    [[schema, "$defs.AgentCard.properties.skills.default"]],
    "changed AgentCard: member skills: absent no longer means [] | both",
  ],
  ["other words", "patch", [[schema, `${task}.id.description`, "Its name."]], "changed Task: member id: described in other words | both"],
  ["a type more", "minor", [[schema, "$defs.Note", { type: "object", properties: { text } }]], "added Note: type Note | both"],
  ["a type less", "major", [[schema, "$defs.ErrorDetail"]], "removed ErrorDetail: type ErrorDetail | both"],
  [
    "a pair of members that exclude each other",
    "major",
    [[schema, "$defs.Task.not", { required: ["history", "metadata"] }]],
    "changed Task: not both of history and metadata | writers (agents)",
  ],
  [
    "a TypeScript name of a branch less",
    "major",
    [[schema, "$defs.Part.oneOf.0.title", "WordsPart"]],
    "removed Part: type TextPart of a branch | both",
  ],
  [
    "another method name",
    "major",
    [[methods, "methods.GetTask.jsonrpc", "FetchTask"]],
    "changed GetTask: JSON-RPC method FetchTask, was GetTask | both",
  ],
  [
    "another name that is read",
    "minor",
    [[methods, "methods.GetTask.jsonrpcAliases", ["task/get"]]],
    "added GetTask: other JSON-RPC method task/get | both",
  ],
  [
    "a route less",
    "major",
    [[methods, "methods.SubscribeToTask.rest", [{ verb: "POST", path: "/tasks/{id}:subscribe" }]]],
    "removed SubscribeToTask: route GET /tasks/{id}:subscribe | both",
  ],
  ["another rpc", "major", [[methods, "methods.GetTask.grpc", "FetchTask"]], "changed GetTask: rpc FetchTask, was GetTask | both"],
  ["an operation less", "major", [[methods, "methods.ListTasks"]], "removed ListTasks: operation ListTasks (ListTasks) | both"],
  ["another result", "major", [[methods, "methods.GetTask.result", "Message"]], "changed GetTask: result Message, was Task | both"],
  ["another header", "major", [[methods, "headers.version", "A2A-V"]], 'changed headers: version "A2A-V", was "A2A-Version" | both'],
  [
    "another error code",
    "major",
    [[errors, "errors.TaskNotFoundError.code", -32050]],
    "changed TaskNotFoundError: code -32050, was -32001 | both",
  ],
  [
    "another text of an error",
    "patch",
    [[errors, "errors.TaskNotFoundError.message", "Gone"]],
    'changed TaskNotFoundError: message "Gone", was "Task not found" | both',
  ],
  ["an error less", "major", [[errors, "errors.TaskNotFoundError"]], "removed TaskNotFoundError: error TaskNotFoundError (-32001) | both"],
  ["a version less", "major", [[versions, "versions", rows.filter(({ wire }) => wire !== "0.1")]], "removed 0.1: protocol 0.1 | both"],
  [
    "another domain model",
    "major",
    [[versions, "newest", "v0.3"]],
    "changed v0.3: the domain model is that of v0.3, was that of v1.0 | both",
  ],
  [
    "a version that peers should leave",
    "minor",
    [[versions, "versions", rows.map((row) => (row.wire === "1.0" ? { ...row, status: "superseded" } : row))]],
    "changed 1.0: protocol 1.0 is superseded, was stable | both",
  ],
];

describe("spec:diff of two states of schema/", () => {
  for (const [what, bump, steps, said] of edits) {
    test(`calls ${what} ${bump} and says where and to whom`, () => {
      for (const [file, path, value] of steps) copy.edit(file, path, value);
      const changes = compareTrees(folderTree(`${root}/schema`), folderTree(copy.folder));
      const lines = report(changes, { before: "a", after: "b" });
      expect(linesOf(lines).filter((line) => line.startsWith(said))).toHaveLength(1);
      expect(largestBump(changes)).toBe(bump);
      expect(lines[0]).toContain(`in all ${bump} `);
      // before 1.0.0 what breaks is minor
      expect(changesetFor(changes, "0.4.0")).toContain(`"@a2a/core": ${bump === "major" ? "minor" : bump}\n`);
      expect(changesetFor(changes, "1.4.0")).toContain(`"@a2a/core": ${bump}\n`);
    });
  }

  test("finds nothing in a copy, and does not care how it is written", () => {
    copy.edit(schema, "title", "A2A 1.0");
    expect(compareTrees(folderTree(`${root}/schema`), folderTree(copy.folder))).toEqual([]);
  });

  test("calls a version folder more an addition, whatever is in it", () => {
    copy.edit(versions, "versions", [{ folder: "v9.9", wire: "9.9", aliases: [], status: "preview" }, ...rows]);
    const changes = compareTrees(folderTree(`${root}/schema`), folderTree(copy.folder));
    expect(changes.map(({ text: words }) => words)).toEqual(["protocol 9.9"]);
    expect(largestBump(changes)).toBe("minor");
  });
});

describe("npm run spec:diff", () => {
  test("tells the road from 0.3 to 1.0, with types by their new names", () => {
    const { code, lines } = diff("v0.3", "v1.0");
    expect(code).toBe(0);
    expect(lines[0]).toMatch(/^v0\.3 -> v1\.0: \d{3} changes \(.* in all major/);
    const said = linesOf(lines);
    expect(said).toContainEqual(
      expect.stringMatching(/^changed SendMessageRequest: type SendMessageRequest, formerly MessageSendParams \|/),
    );
    expect(said).toContainEqual(expect.stringMatching(/^changed GetTask: JSON-RPC method GetTask, was tasks\/get \| both$/));
    expect(said).toContainEqual(expect.stringMatching(/^removed Task: member kind: "task" \|/));
    expect(said).toContainEqual(expect.stringMatching(/^changed ExtensionSupportRequiredError: code -32008, was -32004 \|/));
    expect(lines.join("\n")).toContain("schema/v0.3/schema.json#/$defs/Task/properties/kind");
    expect(lines.join("\n")).not.toContain("described in other words");
  });

  test("compares a folder like schema/ with another, and one version of it", () => {
    copy.edit(schema, `${task}.note`, text);
    expect(diff("schema", copy.folder).lines[0]).toContain("1 changes (1 added");
    expect(diff("v1.0", copy.folder).lines[0]).toContain("1 changes (1 added");
    expect(diff("v0.3", copy.folder).lines[0]).toContain("no difference");
  });

  test("compares revisions of git, whole and one version of them", () => {
    const repository = dirname(copy.folder);
    const git = (...args: string[]): void => {
      execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@example.org", ...args], { cwd: repository, stdio: "pipe" });
    };
    git("init", "--quiet");
    git("add", "--all");
    git("commit", "--quiet", "--message", "before");
    copy.edit(schema, `${task}.note`, text);
    expect(diff({ root: repository }, "HEAD").lines[0]).toContain("HEAD -> working tree: 1 changes (1 added");
    git("commit", "--quiet", "--all", "--message", "after");
    expect(diff({ root: repository }, "HEAD").lines).toEqual(["HEAD -> working tree: no difference"]);
    expect(diff({ root: repository }, "HEAD", "HEAD~1").lines[0]).toContain("(0 added, 1 removed");
    expect(diff({ root: repository }, "HEAD~1:v1.0", "v1.0").lines[0]).toContain("HEAD~1:v1.0 -> v1.0: 1 changes (1 added");
    expect(diff({ root: repository }, "HEAD~1:v0.3", "v0.3").lines[0]).toContain("no difference");
  });

  test("says what it takes where an argument is nothing that it knows", () => {
    expect(diff("v7.0", "v1.0")).toMatchObject({
      code: 1,
      lines: [expect.stringContaining("v7.0 is neither a version, a revision nor a folder")],
    });
    expect(diff()).toMatchObject({ code: 1, lines: [expect.stringContaining("usage: npm run spec:diff")] });
  });
});

function diff(...args: (string | { readonly root: string })[]): { readonly code: number; readonly lines: string[] } {
  const given = args.filter((arg) => typeof arg === "string");
  const at = args.find((arg) => typeof arg === "object") ?? { root };
  const lines: string[] = [];
  const say = (line: string): number => lines.push(...line.split("\n"));
  return { code: runDiff(given, { root: at.root, log: say, error: (line) => lines.push(line) }), lines };
}

/** The lines of a report as `kind Subject: words | who`. */
function linesOf(lines: readonly string[]): string[] {
  let subject = "";
  return lines.slice(1).flatMap((line) => {
    if (!line.startsWith("  ")) subject = line;
    const [, , kind, words, who] = line.split(/ {2,}/);
    return line.startsWith("  ") ? [`${kind} ${subject}: ${words} | ${who}`] : [];
  });
}
