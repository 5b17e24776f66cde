import { expect, it } from "vitest";
import type { CampaignEvent } from "../../../src/campaign/model/state/events.ts";
import { mayBePlaced, notPlaced } from "../../../src/campaign/model/state/not-placed.ts";
import { money } from "../../../src/lib/money.ts";
import { boughtEvents, campaign, type Line, update } from "../bought-campaign.ts";

const cut: Line = { sellerId: "metropol.example", budgetMinor: 6_423_57 };
const other: Line = { sellerId: "harbour.example", budgetMinor: 1_525_64 };
const budget = money(6_423_57 + 1_525_64, "EUR");
const eur = (minor: number) => money(minor, "EUR");

/** A line was cut by EUR 923.57. */
const freed: CampaignEvent[] = [
  ...boughtEvents([cut, other], { budget }),
  ...update(cut, {}, { id: "change/cut", readBack: true }).map((event) =>
    event.type === "change-checked"
      ? {
          ...event,
          kept: [{ stepId: "buy/metropol.example/spots", amount: eur(5_500_00), planAmount: eur(5_500_00) }],
        }
      : event,
  ),
];

/** A raise that is asked for, with what was said to it. */
function raise(minor: number, ...said: CampaignEvent[]): CampaignEvent[] {
  const [proposed] = update(other, {}, { id: "change/raise", readBack: true });
  if (proposed?.type !== "step-proposed") throw new Error("it is proposed");
  return [{ ...proposed, step: { ...proposed.step, amount: eur(minor), planAmount: eur(minor) } }, ...said];
}

const toSign: CampaignEvent = {
  type: "verdict-given",
  stepId: "change/raise",
  digest: "",
  verdict: { type: "escalated", by: "threshold", reasons: ["a person signs it"] },
};

it("is what was freed less what a change that waits for a signature asks for", () => {
  expect(mayBePlaced(campaign(freed))?.amount).toEqual(eur(923_57));
  expect(mayBePlaced(campaign([...freed, ...raise(874_36, toSign)]))?.amount).toEqual(eur(49_21));
  // Until it is bound it has no line.
  expect(notPlaced(campaign([...freed, ...raise(874_36, toSign)]))?.amount).toEqual(eur(923_57));
});

it("is all of it again once that was rejected", () => {
  const no: CampaignEvent = { type: "step-rejected", stepId: "change/raise", by: "root", reason: "not now" };
  expect(mayBePlaced(campaign([...freed, ...raise(874_36, toSign, no)]))?.amount).toEqual(eur(923_57));
});

it("is no more than the budget lets through", () => {
  const bound = { budget: eur(budget.minor + 100_00), insertionOrderTotal: eur(budget.minor - 20_00) };
  const [begun, ...rest] = freed;
  if (begun?.type !== "campaign-begun") throw new Error("it begins");
  const state = campaign([{ ...begun, brief: { ...begun.brief, ...bound } }, ...rest]);
  expect(mayBePlaced(state)?.amount).toEqual(eur(903_57));
});
