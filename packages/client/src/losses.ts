// The public surface for those who want to know what older versions cannot say.

export type { LossReport, OnLoss } from "./losses/report-losses.js";
export { reportLosses } from "./losses/report-losses.js";
