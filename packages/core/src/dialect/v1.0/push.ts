// Of these an item of a stream has one, here under every name that is read.
const itemNames: ReadonlySet<string> = new Set([
  ...["task", "message", "statusUpdate", "artifactUpdate"],
  ...["status_update", "artifact_update", "taskStatusUpdate", "taskArtifactUpdate"],
]);

/**
 * Whether what a webhook was sent is an item of a stream. The objects of older versions have none of its members.
 *
 * @see A2A 1.0, section 4.3.3
 */
export function isOwnPush(wire: object): boolean {
  return Object.keys(wire).some((name) => itemNames.has(name));
}
