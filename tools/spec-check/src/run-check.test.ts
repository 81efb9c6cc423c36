import { createHash } from "node:crypto";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { runCheck } from "./run-check.js";
import type { UpstreamFile } from "./upstream.js";
import { readUpstream } from "./upstream.js";

const repository = fileURLToPath(new URL("../../..", import.meta.url));
const root = mkdtempSync(join(tmpdir(), "a2a-spec-check-"));

beforeEach(() => {
  rmSync(join(root, "schema"), { recursive: true, force: true });
  cpSync(join(repository, "schema"), join(root, "schema"), { recursive: true, filter: (path) => !path.endsWith("examples") });
});

afterAll(() => rmSync(root, { recursive: true }));

/** Writes a document and what our folder says of it. */
function upstream(folder: string, name: string, text: string, differences: readonly string[]): void {
  writeFileSync(join(root, name), text);
  const sha256 = createHash("sha256").update(text).digest("hex");
  const accepted = [{ differences, because: "It is meant for the test." }];
  const file: UpstreamFile = { repository: "a/b", tag: "v9", documents: [{ path: `spec/${name}`, sha256, accepted }] };
  writeFileSync(join(root, "schema", folder, "UPSTREAM.json"), JSON.stringify(file));
}

function check(...args: string[]): { readonly code: number; readonly said: string } {
  const lines: string[] = [];
  const say = (line: string): number => lines.push(line);
  const code = runCheck(args, { root, log: say, error: say });
  return { code, said: lines.join("\n") };
}

/** What our own folder would publish: its types, without methods and errors. */
const ownTypes = (): string => readFileSync(join(root, "schema/v0.3/schema.json"), "utf8");
const ownProto = (): string => readFileSync(join(repository, "packages/grpc/src/generated/proto/lf.a2a.v1.proto"), "utf8");
const notInTypes = ["extra method *", "extra error *"];

describe("npm run spec:check", () => {
  test("passes where all differences are accepted, and lists them with their reason", () => {
    upstream("v0.3", "a2a.json", ownTypes(), notInTypes);
    const { code, said } = check("v0.3", "a2a.json");
    expect(said).toMatch(/^schema\/v0\.3 and a2a\.json: 0 differences, and 2\d that are accepted\n/);
    expect(said).toContain("accepted: It is meant for the test.\n  extra         method message/send ");
    expect(code).toBe(0);
  });

  test("fails where one is not, and says which", () => {
    upstream("v0.3", "a2a.json", ownTypes().replace('"referenceTaskIds"', '"references"'), notInTypes);
    const { code, said } = check("v0.3", "a2a.json");
    expect(said).toMatch(/: 2 differences/);
    expect(said).toMatch(/^ {2}missing {7}Message\.references +the document has this member/m);
    expect(said).toMatch(/^ {2}extra {9}Message\.referenceTaskIds +the document does not have this member/m);
    expect(code).toBe(1);
  });

  test("fails where something is accepted that is no difference", () => {
    upstream("v0.3", "a2a.json", ownTypes(), [...notInTypes, "missing Message.references"]);
    const { code, said } = check("v0.3", "a2a.json");
    expect(said).toContain("no difference any more: missing Message.references");
    expect(code).toBe(1);
  });

  test("reads the .proto file that we generate as what we say ourselves, but for the routes", () => {
    upstream("v1.0", "a2a.proto", ownProto(), ["extra route *"]);
    expect(check("v1.0", "a2a.proto").code).toBe(0);
    upstream("v1.0", "a2a.proto", ownProto().replace("string context_id = 2;", "string context_id = 12;"), ["extra route *"]);
    const { code, said } = check("v1.0", "a2a.proto");
    expect(said).toMatch(/^ {2}number {8}Task\.context_id +number is 12 in the document, 2 here$/m);
    expect(code).toBe(1);
  });

  test("finds the form of a version that a .proto file is about", () => {
    writeFileSync(join(root, "a2a.proto"), ownProto());
    expect(check("v0.3", "a2a.proto").said).toContain("schema/v0.3-proto and a2a.proto: ");
    expect(check("v0.1", "a2a.proto")).toEqual({ code: 1, said: "v0.1 has no gRPC service" });
  });

  test("says that a file is another edition than the one that the folder restates", () => {
    upstream("v0.3", "a2a.json", ownTypes(), [...notInTypes, "missing Message.references"]);
    writeFileSync(join(root, "a2a.json"), `${ownTypes()}\n`);
    const { code, said } = check("v0.3", "a2a.json");
    expect(said).toContain("(a2a.json is not the file of v9 that schema/v0.3/UPSTREAM.json names)");
    // what is accepted in one edition need not be there in another
    expect(code).toBe(0);
  });

  test("says what is wrong with its arguments, with a document and with a list of documents", () => {
    writeFileSync(join(root, "a2a.json"), "{");
    writeFileSync(join(root, "a2a.proto"), "what");
    expect(check("v0.3").said).toContain("usage: npm run spec:check");
    expect(check("v0.3", "README.md").said).toContain("usage: npm run spec:check");
    expect(check("v7.0", "a2a.json").said).toContain("there is no v7.0 in schema/");
    expect(check("v0.3", "nowhere.json")).toEqual({ code: 1, said: "nowhere.json is not there" });
    expect(check("v0.3", "a2a.json").said).toMatch(/^a2a\.json: .*JSON/);
    expect(check("v1.0", "a2a.proto").said).toMatch(/^a2a\.proto: is no proto file/);
    writeFileSync(join(root, "schema/v0.3/UPSTREAM.json"), '{ "repository": "a/b", "tag": "v9" }');
    writeFileSync(join(root, "a2a.json"), ownTypes());
    expect(check("v0.3", "a2a.json")).toEqual({ code: 1, said: "schema/v0.3/UPSTREAM.json# must have required property 'documents'" });
  });
});

describe("what is accepted in this repository", () => {
  for (const folder of ["v1.0", "v0.3", "v0.3-proto", "v0.1"]) {
    test(`has a reason for each difference of ${folder}`, () => {
      const { documents } = readUpstream(join(repository, "schema"), folder);
      expect(documents.flatMap(({ accepted = [] }) => accepted).length).toBeGreaterThan(0);
    });
  }
});
