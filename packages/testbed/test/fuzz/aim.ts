import { knownTasks } from "./known.js";
import type { Noise } from "./noise.js";
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
  ] as const),
  ...(["boom", "authauto 5", "tck-multi-turn", "tck-message-response", "tck-stream-chunked", "sleep 1", "more"] as const),
] as const;

/** By the name of a member, what the testbed takes there; undefined leaves the member out. */
const wanted: Readonly<Record<string, (noise: Noise) => string | undefined>> = {
  text: (noise) => pick(noise, commands),
  ...each(["url", "uri", "fileWithUri"], () => "https://hook.example/fuzz"),
  ...each(["mediaType", "mimeType", "acceptedOutputModes"], (noise) =>
    pick(noise, ["text/plain", "application/json", "TEXT/Plain; charset=utf-8"]),
  ),
  ...each(["token", "credentials", "scheme", "schemes"], (noise) => pick(noise, ["Bearer", "secret"])),
  id: (noise) => pick(noise, ["hook", `new-${noise(1000)}`, `KNOWN${noise(knownTasks)}`, `KNOWN${noise(knownTasks)}`]),
  taskId: (noise) => (noise(2) === 0 ? undefined : `KNOWN${noise(knownTasks)}`),
  name: (noise) => `tasks/KNOWN${noise(knownTasks)}${noise(2) === 0 ? "" : "/pushNotificationConfigs/hook"}`,
  parent: (noise) => `tasks/KNOWN${noise(knownTasks)}`,
  // Most tasks, tenants and pages are not what the others are of.
  ...each(["contextId", "sessionId", "tenant", "pageToken", "configId"], () => undefined),
};

/**
 * A copy of valid params that means something to the testbed: random texts become commands, random ids become those of tasks that there are. Some stay
 * random.
 */
export function aimed(params: unknown, seed: number): unknown {
  const noise = createNoise(seed);
  const walk = (key: string, value: unknown): unknown => {
    if (typeof value === "string") return aimedText(key, value, noise);
    if (typeof value === "number") return /^(pageSize|historyLength)$/.test(key) && noise(4) > 0 ? Math.abs(value % 100) : value;
    if (key === "headers" && noise(4) > 0) return undefined;
    if (Array.isArray(value)) return value.map((item) => walk(key, item));
    if (typeof value !== "object" || value === null) return value;
    const members = Object.entries(value).map(([name, member]) => [name, walk(name, member)] as const);
    return Object.fromEntries(members.filter(([, member]) => member !== undefined));
  };
  return walk("", params);
}

function aimedText(key: string, value: string, noise: Noise): string | undefined {
  if (noise(20) === 0) return value;
  if (key === "messageId" && noise(10) === 0) return "again";
  // Each version has a case of its own for roles.
  if (key === "role") return value.startsWith("ROLE_") ? "ROLE_USER" : "user";
  return Object.hasOwn(wanted, key) ? wanted[key]?.(noise) : value;
}

function each<T>(names: readonly string[], value: T): Readonly<Record<string, T>> {
  return Object.fromEntries(names.map((name) => [name, value]));
}
