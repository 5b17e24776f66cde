import { cleanText } from "../../../lib/clean-text.ts";
import { digest } from "../../../lib/digest.ts";
import { groupBy } from "../../../lib/group-by.ts";
import { formatMoney, type Money, sum } from "../../../lib/money.ts";
import type { Ahead } from "../../model/learned/orphan.ts";
import type { Check, OpenFinding } from "../facts.ts";

/** As many are named one by one; the others by their number, sum and digest. */
const mostNamed = 20;

/**
 * What the world holds that the ledger does not: it may be an older copy, or another desk spends under the same account. A
 * buy's state at its seller is left out, since it changes with the days.
 */
export const ledger: Check = ({ ahead }) => {
  if (ahead === undefined) return [];
  const items = [
    ...ahead.buys.map((buy) => ({ finding: buyFinding(buy), amount: buy.amount })),
    ...ahead.outcomes.map((outcome) => ({ finding: outcomeFinding(outcome), amount: outcome.amount })),
  ];
  const rest = items.slice(mostNamed);
  return [
    items.slice(0, mostNamed).map(({ finding }) => finding),
    rest.length > 0 && {
      result: "ask",
      where,
      what: `${rest.length} more, ${worth(rest.map(({ amount }) => amount))} (list ${digest(rest).slice(0, 12)}).`,
      todo: "`flightdesk audit verify --at-sellers` names them all.",
    },
  ];
};

const where = "the ledger";

/** The question about one buy: the same in every campaign that finds it. */
export function buyFinding(buy: Ahead["buys"][number]): OpenFinding {
  const { sellerId, mediaBuyId, reference, amount, because } = buy;
  const ordered = reference === undefined ? "" : `, ordered as ${cleanText(reference, 120)}`;
  return {
    result: "ask",
    where,
    what: `${sellerId} holds ${cleanText(mediaBuyId, 60)}, ${worth([amount])}${ordered}: ${because}.`,
    todo: "A yes spends beside it; what should not run is to be cancelled with the seller.",
  };
}

function outcomeFinding({ checkId, reference, amount, words }: Ahead["outcomes"][number]): OpenFinding {
  const check = checkId === undefined ? "" : ` under check ${cleanText(checkId, 60)}`;
  const buy = reference === undefined ? "" : ` for buy ${cleanText(reference, 60)}`;
  const says = words === undefined ? "" : ` ("${cleanText(words, 120)}")`;
  return {
    result: "ask",
    where,
    what: `the governance agent was told of ${worth([amount])}${check}${buy}, and not by this ledger${says}.`,
    todo: "A yes spends beside it.",
  };
}

function worth(amounts: readonly (Money | undefined)[]): string {
  const stated = amounts.filter((amount) => amount !== undefined);
  const sums = [...groupBy(stated, ({ currency }) => currency)].map(([currency, some]) =>
    formatMoney(sum(some, currency)),
  );
  const unstated = amounts.length - stated.length;
  return [
    ...sums,
    ...(unstated === 0 ? [] : [unstated === 1 ? "an amount not told" : `${unstated} amounts not told`]),
  ].join(" and ");
}
