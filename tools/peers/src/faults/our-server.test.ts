// Our client and our server in every version, with a network in between that does everything that networks do.

import { describeFaults } from "./describe-faults.js";
import { ourSubjects } from "./subjects.js";
import { ofOurs } from "./thoroughness.js";

for (const subject of ourSubjects) describeFaults(subject, ofOurs);
