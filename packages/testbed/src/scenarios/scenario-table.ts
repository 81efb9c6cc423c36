import type { Behavior } from "../behavior.js";
import { artifactScenarios } from "./artifact-scenarios.js";
import { stateScenarios } from "./state-scenarios.js";

/** The prefixes of the public conformance suites (ACTS and the A2A TCK), longest first. */
export const scenarioTable: readonly (readonly [prefix: string, behavior: Behavior])[] = [...artifactScenarios, ...stateScenarios].sort(
  ([one], [other]) => other.length - one.length,
);
