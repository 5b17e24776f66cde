import type { Entry } from "../../../ledger/ledger.ts";
import { proportionUp } from "../../../lib/money.ts";
import type { BuyCheck, Kept } from "../step/buy-change.ts";
import { boundUnder, isFinalising } from "../step/kinds.ts";
import type { Step } from "../step/step.ts";
import type { CampaignEvent } from "./events.ts";
import type { CampaignState } from "./state.ts";

/**
 * What an event makes of the amounts that its step has bound: spent when the agent has done it, given back when it is
 * certain that it will not. While an answer is not known, and while anybody is still asked, they stay bound.
 */
export function settlementOf(event: CampaignEvent, { steps }: CampaignState): Entry["settle"] {
  const stepOf = (id: string) => steps.find(({ step }) => step.id === id)?.step;
  const under = (id: string) => boundUnder(stepOf(id) ?? { id });
  const released = (stepId: string) => ({ stepId: under(stepId), as: "released" as const });
  // What was sent may stand at the seller, whoever says no to it afterwards.
  const unlessSent = (stepId: string) =>
    steps.some(({ step, intent }) => step.id === stepId && intent !== undefined)
      ? undefined
      : released(stepId);
  switch (event.type) {
    case "step-answered":
      return event.receipt.status === "done" && !isReserved(stepOf(event.stepId))
        ? { stepId: under(event.stepId), as: "committed" }
        : undefined;
    case "hold-ended":
      return event.as === "accepted" ? undefined : released(event.stepId);
    case "step-failed":
      return event.effect === "none" ? released(event.stepId) : undefined;
    case "step-replaced":
      return released(event.stepId);
    case "step-rejected":
      return unlessSent(event.stepId);
    case "verdict-given":
      return event.verdict.type === "denied" ? unlessSent(event.stepId) : undefined;
    default:
      return undefined;
  }
}

/** What a seller holds is bound, and not spent. */
function isReserved(step: Step | undefined): boolean {
  return step !== undefined && isFinalising(step);
}

/**
 * What an event makes of amounts that are spent or bound, by the books of a seller: cap uses that become smaller, and cap uses
 * that grow past what was ordered, whatever their caps, each rounded up. What cannot be counted fills its caps.
 */
export function rebindingOf(
  event: CampaignEvent,
  { steps }: CampaignState,
): Pick<Entry, "reserve" | "reduce" | "grow"> {
  const { kept = [], grown = [], filled } = checkIn(event);
  const boundBy = (id: string) => steps.find(({ step }) => step.id === id);
  const scaled = ({ stepId, planAmount }: Kept) => {
    const { step, claims = [] } = boundBy(stepId) ?? {};
    const whole = step?.planAmount.minor ?? 0;
    return {
      stepId: step === undefined ? stepId : boundUnder(step),
      claims: claims.map((claim) =>
        whole === 0 ? claim : { ...claim, minor: proportionUp(claim.minor, planAmount.minor, whole) },
      ),
    };
  };
  const full = (stepId: string) => ({
    stepId: boundUnder(boundBy(stepId)?.step ?? { id: stepId }),
    claims: (boundBy(stepId)?.claims ?? []).map((claim) => ({
      ...claim,
      minor: Math.max(claim.minor, claim.cap),
    })),
  });
  const grow = [...grown.map(scaled), ...(filled === undefined ? [] : [full(filled)])];
  const again = event.type === "step-answered" && event.reopens ? boundBy(event.stepId) : undefined;
  return {
    ...(again?.claims && {
      reserve: { stepId: boundUnder(again.step), claims: again.claims, evenPastCaps: true },
    }),
    ...(kept.length === 0 ? {} : { reduce: kept.map(scaled) }),
    ...(grow.length === 0 ? {} : { grow }),
  };
}

function checkIn(event: CampaignEvent): Pick<BuyCheck, "kept" | "grown" | "filled"> {
  switch (event.type) {
    case "change-checked":
    case "more-booked":
    case "step-escalated":
      return event;
    case "step-answered":
      return event.receipt.check ?? {};
    default:
      return {};
  }
}
