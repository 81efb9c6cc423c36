// A program that speaks to the agent at an address and does nothing to end: it says what came of it on one line.

import { connect } from "@a2a/client";
import { grpc } from "@a2a/grpc/client";
import { cardAt } from "../card-at.js";

const [, , url = ""] = process.argv;
const client = await connect(cardAt(url), { transports: [grpc()], retry: { attempts: 2, firstDelayMs: 1 } });
const outcome = await client.run("hi").then(
  (answer) => ("status" in answer ? answer.status.state : answer.role),
  ({ code }: { code: string }) => code,
);
process.stdout.write(`${outcome}\n`);
