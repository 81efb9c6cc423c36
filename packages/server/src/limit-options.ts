import { assertPositive } from "./assert-positive.js";

/** Which addresses of files (`url` of a part) messages may name: `web` is http and https; a function is asked of each. */
export type FileUrls = "any" | "web" | "https" | "none" | ((url: string) => boolean);

/** How much is taken, from whom; every limit has a default, and what goes beyond it is refused, never cut. */
export interface Limits {
  /** Longest request body; default 10 MiB. */
  readonly maxBodyBytes?: number;
  /** How deep objects and arrays may be nested in the params of a request; default 64, which is also the most that is read. */
  readonly maxDepth?: number;
  /** Parts that a message may have; default 1000. */
  readonly maxParts?: number;
  /** About how many bytes the metadata of a request may have, those of its message and parts counted with it; default 1 MiB. */
  readonly maxMetadataBytes?: number;
  /** Longest id of a task, context, message or webhook, and longest tenant, in characters; default 1024. */
  readonly maxIdLength?: number;
  /** Which addresses of files messages may name; default `web`. */
  readonly fileUrls?: FileUrls;
  /** Messages that the history of a task may have; with that many it takes no more from its client. Default 10 000. */
  readonly maxHistory?: number;
  /** About how many bytes an agent may yield at a time; more fails its task. Default 32 MiB, which is what clients of this toolkit read. */
  readonly maxEventBytes?: number;
  /** About how many bytes an agent may put into one artifact, all chunks together; more fails its task. Default 256 MiB. */
  readonly maxArtifactBytes?: number;
  /** Tasks that may be worked on at a time; default 10 000. More are refused (`ResourceUnavailableError`). */
  readonly maxRunningTasks?: number;
  /** The same of one user's tasks; default 1000. More are refused (`RateLimitedError`). Anonymous callers are no user. */
  readonly maxTasksPerUser?: number;
  /** Streams that may be open at a time; default 10 000. More are refused (`ResourceUnavailableError`). */
  readonly maxStreams?: number;
  /** The same of one user's streams; default 1000. More are refused (`RateLimitedError`). Anonymous callers are no user. */
  readonly maxStreamsPerUser?: number;
  /**
   * Operations that one caller may ask for in a second, 1 at least, as many at once after a pause; more are refused (`RateLimitedError`). Anonymous callers are
   * told apart by their address where the server knows it: behind a proxy they share one. Default: as many as they like.
   */
  readonly requestsPerSecond?: number;
}

/** Limits with every default filled in. */
export type CompleteLimits = Required<Omit<Limits, "requestsPerSecond">> & Pick<Limits, "requestsPerSecond">;

const mebibyte = 1024 * 1024;

export const defaultLimits: CompleteLimits = {
  maxBodyBytes: 10 * mebibyte,
  maxDepth: 64,
  maxParts: 1000,
  maxMetadataBytes: mebibyte,
  maxIdLength: 1024,
  fileUrls: "web",
  maxHistory: 10_000,
  maxEventBytes: 32 * mebibyte,
  maxArtifactBytes: 256 * mebibyte,
  maxRunningTasks: 10_000,
  maxTasksPerUser: 1000,
  maxStreams: 10_000,
  maxStreamsPerUser: 1000,
};

const fileUrlNames: readonly unknown[] = ["any", "web", "https", "none"];

/** @throws TypeError for a limit that cannot be meant */
export function assertLimits({ fileUrls, requestsPerSecond, ...numbers }: CompleteLimits): void {
  for (const name of numberNames) assertPositive(name, numbers[name]);
  if (numbers.maxDepth > defaultLimits.maxDepth)
    throw new TypeError(`maxDepth must be ${defaultLimits.maxDepth} at most: ${numbers.maxDepth}`);
  if (typeof fileUrls !== "function" && !fileUrlNames.includes(fileUrls)) {
    throw new TypeError(`fileUrls must be of ${fileUrlNames.join(", ")}, or a function: ${fileUrls}`);
  }
  // Who is refused is told to come back after a second.
  if (requestsPerSecond !== undefined && !(requestsPerSecond >= 1)) {
    throw new TypeError(`requestsPerSecond must be a number from 1 on: ${requestsPerSecond}`);
  }
}

const numberNames = [
  ...([
    "maxBodyBytes",
    "maxDepth",
    "maxParts",
    "maxMetadataBytes",
    "maxIdLength",
    "maxHistory",
    "maxEventBytes",
    "maxArtifactBytes",
  ] as const),
  ...(["maxRunningTasks", "maxTasksPerUser", "maxStreams", "maxStreamsPerUser"] as const),
];
