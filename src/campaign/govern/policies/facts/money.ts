import { isObject } from "../../../../lib/json-object.ts";
import { fromDecimal, type Money, money, sumOver } from "../../../../lib/money.ts";
import { sellerAt } from "../../../model/derived/seller-at.ts";
import type { CampaignState } from "../../../model/state/state.ts";
import { isOrder } from "../../../model/step/kinds.ts";
import type { Step } from "../../../model/step/step.ts";
import { type BoundLine, boundBefore, linesOf } from "./bound-lines.ts";

/** What the step costs, alone and with all that the campaign has bound before it. */
export function moneyFacts(step: Step, state: CampaignState) {
  const { brief, adminTask } = state;
  const change = changeOf(step);
  const alone = { amount: step.planAmount, ...(change === undefined ? {} : { change }) };
  // What is done without a brief costs nothing, or the budget's guard has refused it.
  if (brief === undefined)
    return adminTask === undefined ? alone : { ...alone, campaign_total: step.planAmount, seller_share: 0 };
  const before = boundBefore(step, state);
  const all = [...before, step];
  const { members } = sellerAt(state, step.agentId);
  const share = (minor: number) => (minor * 10_000) / brief.budget.minor;
  const lines = all.map((each) => linesOf(each, state));
  const known = lines.every((each) => each !== undefined) ? lines.flat() : undefined;
  const own = linesOf(step, state);
  const byChannel = own === undefined || known === undefined ? undefined : largestChannel(own, known);
  const guaranteed = known === undefined ? undefined : guaranteedOf(known);
  return {
    ...alone,
    campaign_total: money(total(all), brief.budget.currency),
    seller_share: share(total(all.filter(({ agentId }) => members.includes(agentId)))),
    ...(byChannel === undefined ? {} : { channel_share: share(byChannel) }),
    ...(guaranteed === undefined ? {} : { guaranteed_share: share(guaranteed) }),
    seller_count: new Set(
      all
        .filter(({ task, planAmount }) => isOrder({ task }) && planAmount.minor > 0)
        .map(({ agentId }) => sellerAt(state, agentId).id),
    ).size,
  };
}

function total(steps: readonly Step[]): number {
  return sumOver(steps, ({ planAmount }) => planAmount.minor);
}

/** A line that runs on two channels counts in full for each: which of them gets how much is the seller's choice. */
function largestChannel(own: readonly BoundLine[], all: readonly BoundLine[]): number | undefined {
  if (own.some(({ offer }) => offer.channels.length === 0)) return undefined;
  const channels = new Set(own.flatMap(({ offer }) => offer.channels));
  const of = (channel: string) =>
    sumOver(all, ({ offer, minor }) => (offer.channels.includes(channel) ? minor : 0));
  return Math.max(0, ...[...channels].map(of));
}

function guaranteedOf(lines: readonly BoundLine[]): number | undefined {
  if (lines.some(({ offer, minor }) => offer.deliveryType === undefined && minor > 0)) return undefined;
  return sumOver(lines, ({ offer, minor }) => (offer.deliveryType === "guaranteed" ? minor : 0));
}

/**
 * How much more may be spent after the step, in the seller's currency; below zero where it is less. A package's new budget
 * alone says nothing of its old one, so an update without the buy that it was decided on has no known change.
 */
function changeOf(step: Step): Money | undefined {
  if (step.task !== "update_media_buy") return step.amount;
  if (step.change !== undefined) {
    const differences = step.change.differences.map((one) =>
      one.field === "budget" ? one.after.minor - one.before.minor : 0,
    );
    return money(sumOver(differences), step.amount.currency);
  }
  const updates = step.arguments["updates"];
  if (!isObject(updates)) return undefined;
  const listed = (key: string) => {
    const items: unknown = updates[key];
    return Array.isArray(items) ? items.filter(isObject) : [];
  };
  if (listed("packages").some(({ budget }) => budget !== undefined)) return undefined;
  const added = listed("new_packages").map(({ budget }) => Number(budget));
  const sum = sumOver([Number(updates["budget_change"] ?? 0), ...added]);
  return Number.isFinite(sum) ? fromDecimal(sum, step.amount.currency) : undefined;
}
