/** flightdesk/sandbox: every kind of agent on one port of this machine, with a calendar that can be moved ahead. */
export { type SimulatedClock, simulatedClock } from "./lib/clock.ts";
export {
  type Fault,
  type FaultRule,
  type RecordedCall,
  type Sandbox,
  type SandboxOptions,
  type SellerProfile,
  startSandbox,
} from "./sandbox/sandbox.ts";
