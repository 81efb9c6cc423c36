// `npm start`: builds what is stale, then runs the built program in this process.
import { build } from "./build.js";

build();
const { start } = await import("../dist/start.js");
const code = await start(process.argv.slice(2));
if (code !== undefined) process.exitCode = code;
