import { z } from "zod";
import type { CampaignState, StepState } from "../../campaign/state.ts";
import { stepOf } from "../../campaign/state.ts";
import { activationAt, activationStepId } from "../../campaign/wanted-signals.ts";
import { canonicalJson } from "../../lib/canonical-json.ts";
import { sum } from "../../lib/money.ts";
import { mediaBuySchema } from "../../protocol/records/media-buy.ts";
import type { Report } from "../report-schema.ts";
import { buyBySlot } from "./buys.ts";

type Signals = Report["signals"];
type Choice = Signals["choices"][number];

/** What signals agents offered, what the plan took, and what became of it. Activation keys stay in the ledger. */
export function describeSignals(state: CampaignState): Signals {
  const { signals = [], signalQuotes = [], plan } = state;
  const choices = plan?.signals ?? [];
  return {
    agents: signalQuotes.map(({ agentId, ...quote }) => ({ id: agentId, ...quote })),
    candidates: signals.map(({ id, name, description, type, provider, coverage, price, cpm, sellerIds }) => ({
      id,
      name,
      description,
      ...(type !== undefined && { type }),
      ...(provider !== undefined && { provider }),
      ...(coverage !== undefined && { coverage }),
      ...(price && { price }),
      ...(cpm !== undefined && { cpm }),
      sellers: sellerIds,
      chosenFor: choices.filter(({ signalId }) => signalId === id).map(({ sellerId }) => sellerId),
    })),
    choices: choices.map(({ sellerId, signalId, reason }) => {
      const lines = plan?.lines.filter((line) => line.sellerId === sellerId && line.signal) ?? [];
      const costs = lines.flatMap(({ signal }) => (signal ? [signal.cost] : []));
      const name = signals.find(({ id }) => id === signalId)?.name;
      return {
        sellerId,
        ...(signalId !== undefined && { signalId }),
        ...(name !== undefined && { name }),
        reason,
        cost: sum(costs, plan?.total.currency ?? ""),
        ...(signalId === undefined ? { standing: "none" as const } : standingAt(state, sellerId)),
        targeted: targeted(state, sellerId),
      };
    }),
  };
}

function standingAt(state: CampaignState, sellerId: string): Pick<Choice, "standing" | "standingReason"> {
  const activation = activationAt(state, sellerId);
  if (activation?.result === "live") return { standing: "live" };
  if (activation !== undefined) return { standing: "without", standingReason: activation.reason };
  const step = stepOf(state, activationStepId(sellerId));
  if (step === undefined) return { standing: "planned" };
  const reason = step.status === "done" ? "activated, not live yet" : step.reason;
  return { standing: "waiting", ...(reason !== undefined && { standingReason: reason }) };
}

const sentPackages = z.looseObject({
  packages: z.array(
    z.looseObject({ buyer_ref: z.string(), targeting_overlay: z.looseObject({}).optional() }),
  ),
});

/** Packages of a seller that were sent with a signal in their targeting. */
function targeted(state: CampaignState, sellerId: string): Choice["targeted"] {
  const buys = new Set([...buyBySlot(state).values()].filter(({ step }) => step.agentId === sellerId));
  return [...buys].filter(({ intent }) => intent !== undefined).flatMap(inBuy);
}

function inBuy({ step, receipt }: StepState): Choice["targeted"] {
  const sent = sentPackages.safeParse(step.arguments).data?.packages ?? [];
  const held = mediaBuySchema.safeParse(receipt?.payload).data?.packages;
  return sent
    .filter(({ targeting_overlay: overlay }) => overlay?.["signal_targeting_groups"] !== undefined)
    .map(({ buyer_ref: slot, targeting_overlay: overlay }) => {
      const told = held?.find((one) => one.buyer_ref === slot)?.["targeting_overlay"];
      return {
        slot,
        ...(held && { echoed: told !== undefined && canonicalJson(told) === canonicalJson(overlay) }),
      };
    });
}
