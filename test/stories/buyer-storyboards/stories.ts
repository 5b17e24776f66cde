import { playActivation } from "./activation.ts";
import { playDiscovery } from "./discovery.ts";
import { playMonitoring } from "./monitoring.ts";
import { playNegotiation } from "./negotiation.ts";
import { playRecovery } from "./recovery.ts";
import { playSeveralSellers } from "./several-sellers.ts";
import type { Row } from "./story-row.ts";

/** The standard's six stories of buyers, by their names. */
export const stories: Readonly<Record<string, () => Promise<readonly Row[]>>> = {
  "buyer-discovery": playDiscovery,
  "buyer-activation": playActivation,
  "buyer-negotiation": playNegotiation,
  "buyer-monitoring": playMonitoring,
  "buyer-recovery": playRecovery,
  "orchestrator-multi-agent": playSeveralSellers,
};
