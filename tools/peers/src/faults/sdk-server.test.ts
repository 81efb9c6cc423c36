// Our client and the servers of @a2a-js/sdk in every generation, with a network in between that does everything that networks do. These servers take a
// message that comes again for another one, and do not say again what a reader has missed.

import { afterAll, beforeAll, vi } from "vitest";
import { describeFaults } from "./describe-faults.js";
import { sdkSubjects } from "./subjects.js";
import { ofOthers } from "./thoroughness.js";

// They print every connection that breaks.
const quiet = ["error", "warn"] as const;
beforeAll(() => {
  for (const method of quiet) vi.spyOn(console, method).mockImplementation(() => undefined);
});
afterAll(() => {
  vi.restoreAllMocks();
});

for (const subject of sdkSubjects) describeFaults(subject, ofOthers);
