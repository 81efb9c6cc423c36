import type { Rewrite } from "../read-tolerant.js";
import { acceptTaskId, asIs, membersOf, taskMembers } from "./accept.js";

/** Rewrites what a webhook was sent. */
export const acceptPush: Rewrite = membersOf({ ...taskMembers, eventType: asIs, taskId: acceptTaskId });
