import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { generate } from "../generate.js";
import { compareFolder } from "../output-folder.js";
import type { BindingsFile, ErrorsFile, SchemaFile } from "../schema-model.js";

const root = fileURLToPath(new URL("../../../..", import.meta.url));
const folders = ["v1.0", "v0.3", "v0.3-proto", "v0.1"];

let pages: ReadonlyMap<string, string>;

beforeAll(async () => {
  pages = (await generate(`${root}/schema`)).get("packages/core/reference") ?? new Map();
});

function read<T>(folder: string, file: string): T {
  const content: T = JSON.parse(readFileSync(`${root}/schema/${folder}/${file}.json`, "utf8"));
  return content;
}

function pageOf(folder: string): string {
  return pages.get(`${folder}.md`) ?? "";
}

/** What stands below a heading. */
function section(folder: string, heading: string): string {
  return (
    pageOf(folder)
      .split(/\n#+ /)
      .find((part) => part.startsWith(`${heading}\n`)) ?? ""
  );
}

/** As GitHub makes it of each heading. */
function anchorsOf(page: string): string[] {
  return [...page.matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) => {
    return heading
      .toLowerCase()
      .replace(/[^\w -]/g, "")
      .replaceAll(" ", "-");
  });
}

describe("the reference", () => {
  test("is what is committed, a page for each version and form", () => {
    expect([...pages.keys()].sort()).toEqual(expect.arrayContaining(folders.map((folder) => `${folder}.md`)));
    expect(compareFolder(`${root}/packages/core/reference`, pages)).toEqual([]);
  });

  for (const folder of folders) {
    test(`of ${folder} has every type with its members, and every operation`, () => {
      for (const [name, { properties = {}, "x-clause": clause }] of Object.entries(read<SchemaFile>(folder, "schema").$defs)) {
        expect(section(folder, name), name).toContain(`A2A ${clause}.`);
        for (const member of Object.keys(properties)) expect(section(folder, name), name).toContain(`\n| \`${member}\` | `);
      }
      for (const [operation, { params, jsonrpc }] of Object.entries(read<BindingsFile>(folder, "methods").methods)) {
        expect(section(folder, operation)).toContain(`| params | [${params}](#${params.toLowerCase()})`);
        if (jsonrpc) expect(section(folder, operation)).toContain(`| JSON-RPC | \`${jsonrpc}\``);
      }
    });

    test(`of ${folder} has no heading twice, and links that lead somewhere`, () => {
      const anchors = anchorsOf(pageOf(folder));
      expect(new Set(anchors).size).toBe(anchors.length);
      const links = [...pageOf(folder).matchAll(/\]\(([^)#]*)(?:#([^)]*))?\)/g)];
      expect(links.length).toBeGreaterThan(50);
      for (const [link, page, at] of links) {
        const target = page ? pages.get(page) : pageOf(folder);
        expect(target, link).toBeDefined();
        if (at) expect(anchorsOf(target ?? ""), link).toContain(at);
      }
    });
  }

  test("says of an error how each binding says it", () => {
    const { code, message } = read<ErrorsFile>("v1.0", "errors").errors.TaskNotFoundError ?? { code: 0, message: "" };
    expect(section("v1.0", "Errors")).toContain(
      `| \`TaskNotFoundError\` | \`${code}\` | 404 | \`NOT_FOUND\` | \`TASK_NOT_FOUND\` | ${message} | 1.0, section 3.3.2 |`,
    );
  });

  test("says where an operation is found over each binding, and what it takes and gives", () => {
    expect(section("v1.0", "SubscribeToTask")).toContain(
      "`POST /tasks/{id}:subscribe`, `GET /tasks/{id}:subscribe`, also below `/{tenant}`",
    );
    expect(section("v1.0", "SubscribeToTask")).toContain("| gRPC | `lf.a2a.v1.A2AService/SubscribeToTask` |");
    expect(section("v1.0", "SubscribeToTask")).toContain("| result | a stream of [StreamResponse](#streamresponse) |");
    expect(section("v0.3-proto", "GetTask")).toContain("| errors | all of [Errors](v0.3.md#errors) |");
  });

  test("says which members are required, which exclude each other, and what their absence means", () => {
    expect(section("v1.0", "Part")).toContain("Exactly one of `text`, `raw`, `url`, `data` is set");
    expect(section("v1.0", "Part")).toContain("| `raw` | 2 | string (base64) | one of |");
    expect(section("v1.0", "AgentCard")).toMatch(
      /\| `skills` \| 12 \| list of \[AgentSkill\]\(#agentskill\) \| yes \| .* Absent: `\[\]`\. \|/,
    );
    expect(section("v0.1", "FileContent")).toContain("Not both of `bytes` and `uri` are set.");
    expect(section("v0.3", "Part")).toContain("[DataPart](#datapart), told apart by `kind`.");
    expect(section("v1.0", "Role")).toContain("| `ROLE_AGENT` | 2 |");
  });
});
