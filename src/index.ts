/** flightdesk as a library: what a host program needs to run campaigns, by name. */
export { type App, type AppOptions, createApp } from "./app.ts";
export { advance, type Until } from "./campaign/advance.ts";
export type { Brief } from "./campaign/brief/brief.ts";
export { readBrief } from "./campaign/brief/read-brief.ts";
export { type Consented, consent, recordConsent, refuse } from "./campaign/decide.ts";
export type { CampaignEvent } from "./campaign/events.ts";
export { readApproverFile } from "./campaign/govern/consent/approver-file.ts";
export { readPolicyFile } from "./campaign/govern/policy-file.ts";
export { inbox, type WaitingStep } from "./campaign/inbox.ts";
export type { CampaignState } from "./campaign/state.ts";
export { go } from "./campaign/stop/go.ts";
export { stop } from "./campaign/stop/stop.ts";
export type { Waiting } from "./campaign/waiting.ts";
export { type SimulatedClock, simulatedClock, systemClock } from "./lib/clock.ts";
export { renderHtml } from "./report/html.ts";
export { makeReport } from "./report/report.ts";
export { type Sandbox, type SandboxOptions, startSandbox } from "./sandbox/sandbox.ts";
