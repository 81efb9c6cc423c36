import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

const program = fileURLToPath(new URL("../bin/testbed.js", import.meta.url));

/** A testbed in a process of its own. */
export interface Process {
  readonly said: { stdout: string; stderr: string };
  /** Resolves to the address in the one line that the testbed says. */
  url(): Promise<string>;
  end(signal: "SIGTERM" | "SIGINT" | "SIGKILL"): void;
  readonly ended: Promise<unknown>;
}

/** Runs `npm run -s testbed` as npm does, until the test is over. */
export function start(environment: Readonly<Record<string, string>>): Process {
  const child = spawn(process.execPath, [program], { env: { PATH: process.env.PATH, ...environment } });
  onTestFinished(() => void child.kill("SIGKILL"));
  const said = { stdout: "", stderr: "" };
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said.stderr += text;
  });
  const line = new Promise<void>((resolve) => {
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      said.stdout += text;
      if (said.stdout.includes("\n")) resolve();
    });
  });
  const ended = once(child, "close").then(([code]) => code);
  async function url(): Promise<string> {
    await Promise.race([line, ended]);
    const found = /^listening on (http:\/\/127\.0\.0\.1:\d+)\n$/.exec(said.stdout)?.[1];
    if (found === undefined) throw new TypeError(`not one line: ${JSON.stringify(said)}`);
    return found;
  }
  return { said, url, end: (signal) => child.kill(signal), ended };
}
