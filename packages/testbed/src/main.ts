import { LocalError } from "@a2a/core";
import { serve } from "@a2a/server/node";
import { createTestbed } from "./agent.js";
import { readEnvironment } from "./environment.js";

/** `npm run -s testbed`: serves the testbed as the environment says until SIGTERM or SIGINT; says one line once it answers. */
export async function main(): Promise<void> {
  const read = readEnvironment(process.env);
  if (!read.ok) return giveUp(read.problem);
  const { profile, pushAllow, ...where } = read.settings;
  const testbed = createTestbed({ profile, pushAllow });
  try {
    const server = await serve(testbed, { ...testbed.options, ...where });
    for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => void end(server));
    process.stdout.write(`listening on ${server.url}\n`);
  } catch (error) {
    if (!(error instanceof LocalError)) throw error;
    giveUp(error.message);
  }
}

function giveUp(problem: string): void {
  process.stderr.write(`${problem}\n`);
  process.exitCode = 1;
}

async function end(server: { close(): Promise<void> }): Promise<void> {
  await server.close();
  // A stubborn command's timer would keep the process for as long as it likes.
  process.exit(0);
}
