import type { Rewrite } from "../read-tolerant.js";
import { listOf, shape } from "../rewrite.js";
import { acceptResult as acceptResultV10, acceptStreamItem as acceptStreamItemV10 } from "../v1.0/accept.js";

// Writers of ProtoJSON write integers of 64 bits as texts. Beyond the integers that JSON numbers are exact for they stay texts, and are refused.

/** Rewrites an integer of 64 bits. */
export const acceptInteger: Rewrite = (value) => {
  const isDigits = typeof value === "string" && /^-?\d{1,16}$/.test(value) && Number.isSafeInteger(Number(value));
  return isDigits ? Number(value) : value;
};

const counted = shape({ generation: acceptInteger });

/** Rewrites a task. */
export const acceptTask: Rewrite = (value) => counted(acceptResultV10.GetTask(value));

const answer = shape({ task: counted });
const page = shape({ tasks: listOf(counted) });
const item = shape({ task: counted, statusUpdate: counted, artifactUpdate: counted });

/** Rewrites the answer to a message. */
export const acceptAnswer: Rewrite = (value) => answer(acceptResultV10.SendMessage(value));

/** Rewrites a page of tasks. */
export const acceptPage: Rewrite = (value) => page(acceptResultV10.ListTasks(value));

/** Rewrites an item of a stream. */
export const acceptStreamItem: Rewrite = (value) => item(acceptStreamItemV10(value));
