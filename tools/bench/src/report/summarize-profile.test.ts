import { expect, test } from "vitest";
import { summarizeProfile } from "./summarize-profile.js";

test("functions are listed by the time spent in themselves, with the file that they came from", () => {
  const frame = (functionName: string, url: string, lineNumber: number) => ({ functionName, url, lineNumber });
  const profile = {
    nodes: [
      { id: 1, callFrame: frame("slow", "file:///x/bundle.mjs", 3) },
      { id: 2, callFrame: frame("write", "node:net", 9) },
      { id: 3, callFrame: frame("(idle)", "", -1) },
    ],
    samples: [1, 3, 2, 1],
    timeDeltas: [50, 500, 25, 25],
  };
  const bundle = ["// src/first.ts", "first();", "// src/second.ts", "function slow() {}"].join("\n");
  expect(summarizeProfile(profile, bundle)).toEqual([" 75.0 %  slow  src/second.ts (+1)", " 25.0 %  write  node:net:10"]);
});
