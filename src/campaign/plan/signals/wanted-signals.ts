import { dayMs } from "../../../lib/days.ts";
import type { SignalChoice } from "../../model/offers/plan.ts";
import { type CampaignState, stepOf } from "../../model/state/state.ts";
import type { Activation } from "../../model/step/receipt.ts";

/** A signal that the plan wants at a seller. */
export type WantedSignal = SignalChoice & { readonly signalId: string };

/** The signal that the plan wants at a seller; undefined where it wants none. */
export function wantedSignal({ plan }: CampaignState, sellerId: string): WantedSignal | undefined {
  return wanted(plan?.signals ?? []).find((choice) => choice.sellerId === sellerId);
}

export function activationAt({ activations }: CampaignState, sellerId: string): Activation | undefined {
  return activations.find((activation) => activation.sellerId === sellerId);
}

/** Every signal of the plan as live, with a stand-in for the key that its agent will return. */
export function imaginedLive({ plan }: Pick<CampaignState, "plan">): Activation[] {
  const key = { type: "segment_id", segment_id: "(told by activate_signal)" } as const;
  return wanted(plan?.signals ?? []).map(({ sellerId, signalId }) => ({
    sellerId,
    signalId,
    result: "live",
    key,
  }));
}

/** Signals whose activation an agent has taken on and whose end is not known. */
export function awaitedSignals(state: CampaignState): WantedSignal[] {
  return wanted(state.plan?.signals ?? []).filter(
    ({ sellerId }) =>
      activationAt(state, sellerId) === undefined &&
      stepOf(state, activationStepId(sellerId))?.status === "done",
  );
}

export function activationStepId(sellerId: string): string {
  return `signal/${sellerId}`;
}

/** UTC milliseconds from which buys no longer wait for a signal: a day before the flight, so that they still start in time. */
export function signalDeadline(flight: { readonly start: string }): number {
  return Date.parse(`${flight.start}T00:00:00Z`) - dayMs;
}

function wanted(choices: readonly SignalChoice[]): WantedSignal[] {
  return choices.flatMap(({ signalId, ...choice }) =>
    signalId === undefined ? [] : [{ ...choice, signalId }],
  );
}
