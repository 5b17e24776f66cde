/** flightdesk/sandbox: every kind of agent on one port of this machine, with a calendar that can be moved ahead. */
export { type Clock, type SimulatedClock, simulatedClock } from "./lib/clock.ts";
export type { SigningKey } from "./protocol/signing/sign.ts";
export type { RewriteAnswer, RewriteAnswer as Reword } from "./sandbox/answer.ts";
// The names with "Door", `Knock` and `Reword` are deprecated: they go with 0.3.0.
export {
  type Authenticator,
  type Authenticator as Door,
  type AuthRequest,
  type AuthRequest as Knock,
  basicAuth,
  basicAuth as basicDoor,
  bearerAuth,
  bearerAuth as bearerDoor,
  type Caller,
  certificateAuth,
  certificateAuth as certificateDoor,
  legacyBearerAuth,
  legacyBearerAuth as legacyBearerDoor,
} from "./sandbox/authenticators.ts";
export type { Authority, Issued } from "./sandbox/certificates.ts";
export type { Condition, Ruling } from "./sandbox/governance/rules.ts";
export {
  type Impression,
  type MatchRouter,
  type MatchRouterOptions,
  matchRouter,
  type Opportunity,
} from "./sandbox/match-router.ts";
export type { AuthorizationServer } from "./sandbox/oauth/authorization-server.ts";
export type { Payload } from "./sandbox/payload.ts";
export type { RecordedAnswer } from "./sandbox/record-call.ts";
export {
  type Fault,
  type FaultRule,
  type RecordedCall,
  type Sandbox,
  type SandboxOptions,
  type SellerProfile,
  startSandbox,
} from "./sandbox/sandbox.ts";
export type { SentReport } from "./sandbox/webhooks/post-office.ts";
