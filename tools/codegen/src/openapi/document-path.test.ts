import { expect, test } from "vitest";
import { documentPath } from "./document-path.js";

const ofTask = "tasks/*";
const ofConfig = "tasks/*/pushNotificationConfigs/*";

for (const [route, path, parameters] of [
  ["/message:send", "/message:send", []],
  ["/tasks/{id}:cancel", "/tasks/{id}:cancel", [{ name: "id", member: "id" }]],
  [
    "/tasks/{taskId}/pushNotificationConfigs/{id}",
    "/tasks/{taskId}/pushNotificationConfigs/{id}",
    [
      { name: "taskId", member: "taskId" },
      { name: "id", member: "id" },
    ],
  ],
  ["/{name=tasks/*}", "/tasks/{taskId}", [{ name: "taskId", member: "name", template: ofTask }]],
  ["/v1/{name=tasks/*}:cancel", "/v1/tasks/{taskId}:cancel", [{ name: "taskId", member: "name", template: ofTask }]],
  ["/{parent=task/*}/pushNotifications", "/task/{taskId}/pushNotifications", [{ name: "taskId", member: "parent", template: "task/*" }]],
  [
    "/{name=tasks/*/pushNotificationConfigs/*}",
    "/tasks/{taskId}/pushNotificationConfigs/{pushNotificationConfigId}",
    [
      { name: "taskId", member: "name", template: ofConfig },
      { name: "pushNotificationConfigId", member: "name", template: ofConfig },
    ],
  ],
] as const) {
  test(`${route} is documented as ${path}`, () => {
    expect(documentPath(route)).toEqual({ path, parameters });
  });
}
