import type { Entry } from "../ledger/ledger.ts";
import { proportionUp } from "../lib/proportion.ts";
import type { CampaignEvent } from "./events.ts";
import type { CampaignState } from "./state.ts";

/**
 * What an event makes of the amounts that its step has bound: spent when the agent has done it, given back when it is
 * certain that it will not. While an answer is not known, and while anybody is still asked, they stay bound.
 */
export function settlementOf(event: CampaignEvent, { steps }: CampaignState): Entry["settle"] {
  const released = (stepId: string) => ({ stepId, as: "released" as const });
  const sent = (stepId: string) =>
    steps.some(({ step, intent }) => step.id === stepId && intent !== undefined);
  switch (event.type) {
    case "step-answered":
      return event.receipt.status === "done" ? { stepId: event.stepId, as: "committed" } : undefined;
    case "step-failed":
      return event.effect === "none" ? released(event.stepId) : undefined;
    case "step-replaced":
      return released(event.stepId);
    // What was sent may stand at the seller, whoever says no to it afterwards.
    case "step-rejected":
      return sent(event.stepId) ? undefined : released(event.stepId);
    case "verdict-given":
      return event.verdict.type === "denied" && !sent(event.stepId) ? released(event.stepId) : undefined;
    default:
      return undefined;
  }
}

/** What an event gives back of amounts that are spent or bound: the claims of a buy that became smaller, each rounded up. */
export function reductionOf(event: CampaignEvent, { steps }: CampaignState): Entry["reduce"] {
  if (event.type !== "change-checked" || event.kept === undefined) return undefined;
  return event.kept.map(({ stepId, planAmount }) => {
    const { step, claims = [] } = steps.find((current) => current.step.id === stepId) ?? {};
    const whole = step?.planAmount.minor ?? 0;
    return {
      stepId,
      claims: claims.map((claim) =>
        whole === 0 ? claim : { ...claim, minor: proportionUp(claim.minor, planAmount.minor, whole) },
      ),
    };
  });
}
