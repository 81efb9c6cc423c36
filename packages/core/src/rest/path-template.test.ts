import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseTemplate } from "./path-template.js";

describe("parseTemplate", () => {
  const matches: readonly [template: string, path: string, members: Record<string, string> | undefined][] = [
    ["/tasks", "/tasks", {}],
    ["/tasks", "/tasks/", undefined],
    ["/tasks/{id}", "/tasks/t-1", { id: "t-1" }],
    ["/tasks/{id}", "/tasks/a%2Fb%20c", { id: "a/b c" }],
    ["/tasks/{id}", "/tasks/a/b", undefined],
    ["/tasks/{id}", "/tasks/%zz", undefined],
    ["/tasks/{id}", "/tasks/", undefined],
    ["/tasks/{id}:cancel", "/tasks/a:b:cancel", { id: "a:b" }],
    ["/tasks/{id}:cancel", "/tasks/a", undefined],
    ["/tasks/{taskId}/pushNotificationConfigs/{id}", "/tasks/t/pushNotificationConfigs/c", { taskId: "t", id: "c" }],
    ["/{name=tasks/*}:cancel", "/tasks/t-1:cancel", { name: "tasks/t-1" }],
    ["/{name=tasks/*}", "/tasks/t/more", undefined],
    ["/{name=tasks/*/pushNotificationConfigs/*}", "/tasks/t/pushNotificationConfigs/c", { name: "tasks/t/pushNotificationConfigs/c" }],
    ["/a.b", "/axb", undefined],
  ];
  for (const [template, path, members] of matches) {
    test(`${template} reads ${path} as ${JSON.stringify(members)}`, () => {
      expect(parseTemplate(template).match(path)).toEqual(members);
    });
  }

  test("what is filled in is read again", () => {
    const id = fc.string({ unit: "grapheme", minLength: 1 }).filter((each) => each !== "." && each !== "..");
    const template = parseTemplate("/tasks/{taskId}/pushNotificationConfigs/{id}");
    fc.assert(
      fc.property(fc.record({ taskId: id, id }), (members) => {
        const path = template.fill(members) ?? "";
        expect(new URL(path, "http://agent.test").pathname).toBe(path);
        expect(template.match(path)).toEqual(members);
      }),
    );
  });

  for (const id of ["", ".", "..", undefined, 7]) {
    test(`no path says the id ${JSON.stringify(id)}`, () => expect(parseTemplate("/tasks/{id}").fill({ id })).toBeUndefined());
  }

  test("a member that is a path is written segment by segment", () => {
    const template = parseTemplate("/{name=tasks/*}:cancel");
    expect(template.fill({ name: "tasks/a b" })).toBe("/tasks/a%20b:cancel");
    expect(template.fill({ name: "tasks/a/b" })).toBeUndefined();
    expect(template.fill({ name: "t-1" })).toBeUndefined();
  });
});
