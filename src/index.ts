/** flightdesk as a library: what a host program needs to run campaigns, by name. */
export { type App, type AppOptions, createApp } from "./app.ts";
export { type ApprovalResult, giveApproval, recordApproval, refuse } from "./campaign/approvals/approve.ts";
export { readApproverFile } from "./campaign/approvals/approver-file.ts";
export { inbox, type WaitingStep } from "./campaign/approvals/inbox.ts";
export { readBrief } from "./campaign/brief/read-brief.ts";
export { readPolicyFile } from "./campaign/govern/policy-file.ts";
export type { Brief } from "./campaign/model/brief.ts";
export type { CampaignEvent } from "./campaign/model/events.ts";
export type { CampaignState } from "./campaign/model/state.ts";
export { advance, type Until } from "./campaign/run/advance.ts";
export type { Waiting } from "./campaign/run/waiting.ts";
export { go } from "./campaign/stop/release.ts";
export { stop } from "./campaign/stop/stop.ts";
export type { Caller, Effect } from "./desk/caller.ts";
export type { Desk } from "./desk/desk.ts";
export { type DeskOptions, openDesk } from "./desk/open-desk.ts";
export type { Operation } from "./desk/operation.ts";
export {
  type AnswerOf,
  callOperation,
  type InputOf,
  type OperationName,
  operations,
  operationsFor,
} from "./desk/operations.ts";
export { UsageError } from "./desk/usage-error.ts";
export { type SimulatedClock, simulatedClock, systemClock } from "./lib/clock.ts";
export { createModel, type MeteredModel, type ModelOptions } from "./llm/create-model.ts";
export type { Model } from "./llm/model.ts";
export { renderHtml } from "./report/renderers/html.ts";
export { makeReport } from "./report/report.ts";
export { type Sandbox, type SandboxOptions, startSandbox } from "./sandbox/sandbox.ts";
