import { type AgentKind, agentKinds } from "../../protocol/task.ts";
import { checkCaller } from "./checks/caller.ts";
import { checkBrand, checkCreative, checkGovernance, checkSignals } from "./checks/others.ts";
import { checkIdempotency, checkSigning, checkWebhooks } from "./checks/promises.ts";
import { checkProtocol } from "./checks/protocol.ts";
import { checkSales } from "./checks/sales.ts";
import type { AgentFacts } from "./facts.ts";
import { type Finding, willNotWork } from "./finding.ts";
import { kindsOf } from "./kinds.ts";

export interface Judgement {
  /** What the agent can be used as. */
  readonly uses: readonly { readonly kind: AgentKind; readonly usable: boolean }[];
  readonly findings: readonly Finding[];
}

const checks: Readonly<Record<AgentKind, (facts: AgentFacts) => Finding[]>> = {
  sales: checkSales,
  creative: checkCreative,
  signals: checkSignals,
  governance: checkGovernance,
  brand: checkBrand,
};

/** Facts -> findings: what will work with an agent, what will not, and what else there is to know. Pure. */
export function judgeAgent(facts: AgentFacts): Judgement {
  const kinds = kindsOf(facts.served);
  const findings = [
    ...checkProtocol(facts),
    ...checkCaller(facts, kinds),
    ...(kinds.length > 0
      ? []
      : [willNotWork("buying", "It serves no task that a buyer has a use for.", agentKinds)]),
    ...checkIdempotency(facts, kinds),
    ...kinds.flatMap((kind) => checks[kind](facts)),
    ...checkSigning(facts),
    ...(kinds.includes("sales") ? checkWebhooks(facts) : []),
  ];
  const stopped = new Set(findings.flatMap(({ stops }) => stops));
  return { uses: kinds.map((kind) => ({ kind, usable: !stopped.has(kind) })), findings };
}
