// What protobuf's 0.3 calls a task and a webhook: paths of collections and ids, as in google.aip.dev/122.

/** A task and one of its webhooks. */
export interface WebhookName {
  readonly taskId: string;
  /** Empty where the name ends before it. */
  readonly id: string;
}

/** What the name of a task is to look like, for those who have to be told. */
export const taskNameForm = "a name like tasks/{id}";

/** What the name of a webhook is to look like. */
export const webhookNameForm = "a name like tasks/{id}/pushNotificationConfigs/{id}";

/** Writes the name of a task. */
export function taskName(id: string): string {
  return `tasks/${id}`;
}

/** Writes the name of a webhook. */
export function webhookName({ taskId, id }: WebhookName): string {
  return `${taskName(taskId)}/pushNotificationConfigs/${id}`;
}

/** Reads the name of a task; undefined where it is none. The definition misspells the collection in one place. */
export function parseTaskName(name: string): string | undefined {
  return /^tasks?\/([^/]+)$/.exec(name)?.[1];
}

/** Reads the name of a webhook; undefined where it is none. Earlier definitions call the collection otherwise. Clients choose ids freely. */
export function parseWebhookName(name: string): WebhookName | undefined {
  const [, taskId, id = ""] = /^tasks?\/([^/]+)\/pushNotification(?:Config)?s\/(.*)$/s.exec(name) ?? [];
  return taskId === undefined ? undefined : { taskId, id };
}
