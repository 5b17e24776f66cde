import { counted, listed } from "../../../lib/english.ts";
import { findings } from "../../govern/policies/evaluate.ts";
import { factsOf } from "../../govern/policies/facts.ts";
import { plannedOrder } from "../../govern/policies/planned-order.ts";
import type { Policy } from "../../model/policy/policy.ts";
import type { CampaignState } from "../../model/state/state.ts";
import { linesByOrder } from "../../steps/buy-steps.ts";
import type { Check } from "../facts.ts";

/** Each order of the plan as the rules see it now, alone. `now` is UTC milliseconds. */
export function foreseenOrders(state: CampaignState, policies: readonly Policy[], now: number) {
  const { plan, brief, sellers = [], exchange } = state;
  if (plan === undefined || brief === undefined) return [];
  return [...linesByOrder(plan)].flatMap(([id, lines]) => {
    const [first, ...others] = lines;
    const seller = sellers.find((one) => one.id === first?.sellerId);
    if (first === undefined || seller === undefined) return [];
    const step = plannedOrder(id, seller, [first, ...others]);
    const found = findings(policies, factsOf(step, state, now), exchange).filter(({ shadow }) => !shadow);
    const by = (wanted: string) =>
      found.filter(({ outcome }) => outcome === wanted).map(({ file, rule }) => `${file} (${rule})`);
    const forbiddenBy = by("deny");
    return [{ sellerId: seller.id, forbiddenBy, askedBy: forbiddenBy.length > 0 ? [] : by("ask_human") }];
  });
}

/**
 * What the local rules will say of the orders, before anybody is asked. Where they forbid each of them nothing can be bought:
 * none would be bound by the time the next one is checked.
 */
export const policies: Check = ({ foreseen }) => {
  const forbidden = foreseen.filter(({ forbiddenBy }) => forbiddenBy.length > 0);
  const isAll = forbidden.length > 0 && forbidden.length === foreseen.length;
  return [
    forbidden.map(({ sellerId, forbiddenBy }) => ({
      result: isAll ? "block" : "note",
      where: sellerId,
      what: `${rules(forbiddenBy)} forbid${forbiddenBy.length === 1 ? "s" : ""} the order that is planned there.`,
      todo: "Change the brief, or have the rule changed.",
    })),
    foreseen
      .filter(({ askedBy }) => askedBy.length > 0)
      .map(({ sellerId, askedBy }) => ({
        result: "note",
        where: sellerId,
        what: `A person is asked about the order that is planned there, by ${rules(askedBy)}.`,
        todo: "Have somebody at hand who may approve it.",
      })),
  ];
};

function rules(names: readonly string[]): string {
  return names.length > 3 ? counted(names.length, "rule") : listed(names);
}
