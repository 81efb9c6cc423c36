import type { Command } from "../behavior.js";
import { artifacts } from "./artifacts.js";
import { ask } from "./ask.js";
import { auth } from "./auth.js";
import { authauto } from "./authauto.js";
import { chunks } from "./chunks.js";
import { context } from "./context.js";
import { crash } from "./crash.js";
import { data } from "./data.js";
import { datalist } from "./datalist.js";
import { echo } from "./echo.js";
import { fail } from "./fail.js";
import { file } from "./file.js";
import { headers } from "./headers.js";
import { hold } from "./hold.js";
import { invalid } from "./invalid.js";
import { message } from "./message.js";
import { mirror } from "./mirror.js";
import { reject } from "./reject.js";
import { sleep } from "./sleep.js";
import { stream } from "./stream.js";
import { stubborn } from "./stubborn.js";
import { stuck } from "./stuck.js";
import { talk } from "./talk.js";
import { throwing } from "./throw.js";
import { two } from "./two.js";
import { whoami } from "./whoami.js";

/** Every word that the testbed knows. */
export const commandTable: ReadonlyMap<string, Command> = new Map([
  ["echo", echo],
  ["message", message],
  ["reply", message],
  ["stream", stream],
  ["chunks", chunks],
  ["sleep", sleep],
  ["hold", hold],
  ["stuck", stuck],
  ["stubborn", stubborn],
  ["ask", ask],
  ["auth", auth],
  ["authauto", authauto],
  ["fail", fail],
  ["reject", reject],
  ["throw", throwing],
  ["invalid", invalid],
  ["bad-output", invalid],
  ["crash", crash],
  ["talk", talk],
  ["two", two],
  ["artifacts", artifacts],
  ["file", file],
  ["data", data],
  ["datalist", datalist],
  ["mirror", mirror],
  ["context", context],
  ["whoami", whoami],
  ["headers", headers],
]);
