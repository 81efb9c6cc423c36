// What a server cannot do, so that the client in front of it cannot either.

/** A difference from our server in 0.3 and 1.0. */
export type DifferenceName = "acts twice" | "knows no messages" | "does not number";

interface Difference {
  readonly why: string;
  readonly subjects: readonly string[];
}

const sdks: readonly string[] = ["SDK 0.2.5", "SDK 0.3.14", "SDK 1.3.0"];

/** Every difference, with its reason and where it is. */
export const differences: Readonly<Record<DifferenceName, Difference>> = {
  "acts twice": {
    why: "a message that comes again is another one to the SDK: its clients are told not to send it again (`retry.resend`), and may fail",
    subjects: sdks,
  },
  "knows no messages": {
    why: "in 0.1 messages have no ids: what reaches the server twice for the same task is one message after the other",
    subjects: ["our server in 0.1"],
  },
  "does not number": {
    why: "events of the SDK have no numbers, or the time for one: what came twice or never is told from the task, and only when that is over",
    subjects: sdks,
  },
};

/** Whether a server differs so. */
export function differs({ name }: { readonly name: string }, what: DifferenceName): boolean {
  return differences[what].subjects.includes(name);
}
