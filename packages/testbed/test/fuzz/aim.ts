import { knownTasks } from "./known.js";
import { createNoise, pick } from "./noise.js";

// What the testbed does at once, and what it leaves behind: tasks that are over, that wait, that run, that have failed.
const commands = [
  ...(["echo hi", "message hi", "stream 3", "chunks 2", "ask Which?", "auth", "fail paper", "reject no", "throw away", "talk 3"] as const),
  ...([
    "two",
    "artifacts 3",
    "file 100",
    "data",
    "datalist",
    "mirror",
    "context",
    "whoami",
    "headers",
    "hold",
    "stuck 5",
    "stubborn 5",
    "boom",
  ] as const),
  ...(["authauto 5", "tck-multi-turn", "tck-message-response", "tck-stream-chunked", "sleep 1", "more"] as const),
] as const;

const ids = /^(id|taskId|task_id|contextId|context_id|sessionId|messageId|name|parent|configId|pageToken|tenant|url|text)$/;

/**
 * A copy of valid params that means something to the testbed: random texts become commands, random ids become those of tasks that there are. Some stay
 * random.
 */
export function aimed(params: unknown, seed: number): unknown {
  const noise = createNoise(seed);
  const aim = (key: string, value: string): string | undefined => {
    if (noise(8) === 0) return value;
    const known = `KNOWN${noise(knownTasks)}`;
    switch (key) {
      case "text":
        return pick(noise, commands);
      case "url":
        return "https://hook.example/fuzz";
      case "name":
      case "parent":
        return pick(noise, [`tasks/${known}`, `tasks/${known}/pushNotificationConfigs/hook`]);
      case "id":
      case "taskId":
        return noise(3) === 0 ? "hook" : known;
      case "messageId":
        return noise(10) === 0 ? "again" : value;
      default:
        // Most tasks, tenants and pages are not what the others are of.
        return noise(4) === 0 ? value : undefined;
    }
  };
  const walk = (key: string, value: unknown): unknown => {
    if (typeof value === "string") return ids.test(key) ? aim(key, value) : value;
    if (Array.isArray(value)) return value.map((item) => walk("", item));
    if (typeof value !== "object" || value === null) return value;
    const members = Object.entries(value).map(([name, member]) => [name, walk(name, member)] as const);
    return Object.fromEntries(members.filter(([, member]) => member !== undefined));
  };
  return walk("", params);
}
