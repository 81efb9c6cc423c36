// `npm run demo`: builds what is stale, then runs the built program in this process.
import { build } from "./build.js";

build();
const { demo } = await import("../dist/demo.js");
process.exitCode = await demo(process.argv.slice(2));
