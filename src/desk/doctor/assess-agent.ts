import { type Parts, partsIn } from "../../lib/parts.ts";
import type { TaskName } from "../../protocol/tasks/index.ts";
import { agentKinds } from "../../protocol/tasks/task.ts";
import { checkCaller } from "./checks/caller.ts";
import { checkOffers } from "./checks/offers.ts";
import { checkCreative, checkData, checkGovernance, checkSignals, dataTasks } from "./checks/others.ts";
import { checkIdempotency, checkSigning, checkWebhooks } from "./checks/promises.ts";
import { checkProtocol } from "./checks/protocol.ts";
import { checkSales } from "./checks/sales.ts";
import type { Schemas } from "./conformance/open-schemas.ts";
import { describeFaults } from "./describe-faults.ts";
import type { AgentFacts } from "./facts.ts";
import { findFaults } from "./find-faults.ts";
import { type Finding, good, type Use, uses, willNotWork } from "./finding.ts";

export interface Judgement {
  /** What the agent can be used as. */
  readonly uses: readonly { readonly kind: Use; readonly usable: boolean }[];
  readonly findings: readonly Finding[];
}

const checks: Readonly<Record<Use, (facts: AgentFacts) => Parts<Finding>>> = {
  sales: (facts) => [checkSales(facts), checkOffers(facts)],
  creative: checkCreative,
  signals: checkSignals,
  governance: checkGovernance,
  brand: () => good("brand", "A brand's colours, logos and tone can be asked for."),
  data: checkData,
};

/** Facts -> findings: what will work with an agent, what will not, what is wrong with its answers, and what else there is to know. */
export function assessAgent(facts: AgentFacts, schemas: Schemas): Judgement {
  const kinds = kindsOf(facts.served);
  const findings = partsIn<Finding>([
    checkProtocol(facts),
    checkCaller(facts, kinds),
    kinds.length === 0 && willNotWork("buying", "It serves no task that a buyer has a use for.", uses),
    checkIdempotency(facts, kinds),
    kinds.map((kind) => checks[kind](facts)),
    checkSigning(facts),
    kinds.includes("sales") && checkWebhooks(facts),
    describeFaults(findFaults(facts, schemas)),
  ]);
  const stopped = new Set(findings.flatMap(({ stops }) => stops));
  return { uses: kinds.map((kind) => ({ kind, usable: !stopped.has(kind) })), findings };
}

const markers: Readonly<Record<Use, readonly TaskName[]>> = {
  sales: ["get_products", "create_media_buy"],
  creative: ["build_creative", "preview_creative"],
  signals: ["get_signals"],
  governance: ["check_governance"],
  brand: ["get_brand_identity"],
  data: dataTasks,
};

/** What an agent can be used as, going by the tasks that it serves. */
export function kindsOf(served: AgentFacts["served"]): Use[] {
  const isUse = (use: Use) => markers[use].some((task) => served.has(task));
  const kinds = agentKinds.filter(isUse);
  if (kinds.length > 0) return kinds;
  if (isUse("data")) return ["data"];
  // A seller that describes formats is none that makes creatives.
  return served.has("list_creative_formats") ? ["creative"] : [];
}
