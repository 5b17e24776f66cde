import { cleanText } from "../../../lib/clean-text.ts";
import { isMentioned, unclearSellers, unclearWords } from "../../model/sellers/named-sellers.ts";
import type { Check } from "../facts.ts";

/**
 * Sellers that the brief names and that nobody knows by that, or several do; and those of the plan that the client has written of
 * in words that no field holds. Where somebody may be ruled out, nothing is bought by the plan until the brief says who.
 */
export const sellers: Check = (facts) => [unclear(facts), mentioned(facts), sharing(facts)];

/** Asked where it matters: taken as one, they would have more than half of the budget, the default for one seller. */
const sharing: Check = ({ brief, plan, hosts }) =>
  hosts.flatMap(({ host, members }) => {
    const bought = plan.lines.filter(({ sellerId }) => members.includes(sellerId));
    const spent = bought.reduce((sum, { amount }) => sum + amount.minor, 0);
    const isOne = new Set(bought.map(({ sellerId }) => sellerId)).size < 2;
    if (isOne || spent * 2 <= brief.budget.minor || brief.limits.maxSharePerSeller !== undefined) return [];
    return {
      result: "ask" as const,
      where: "separate_sellers",
      what: `${members.length} sellers share ${new URL(host).host}: one or ${members.length}? Each has a domain of its own and its publisher's word; they are planned as several.`,
      todo: `If they are several, write ${host} into separate_sellers; if they are one, set limits.max_share_per_seller in the brief.`,
    };
  });

const unclear: Check = ({ brief, sellers }) =>
  unclearSellers(brief, sellers).map((unclear) => {
    // A domain that is not listed sells nothing here under another one; it may be one mistyped.
    const isDomain = /^[^\s]+\.[^\s]+$/.test(unclear.written);
    const isAvoided = unclear.field === "limits.excluded_sellers";
    return {
      result: !isAvoided || (isDomain && unclear.near.length > 0) ? "ask" : isDomain ? "note" : "block",
      where: unclear.field,
      what: `${unclearWords(unclear)}.`,
      todo: isAvoided ? "Write its domain, or take it out of the brief." : "Write its domain.",
    };
  });

const mentioned: Check = ({ brief: { unread = [] }, plan, sellers }) =>
  sellers
    .filter(({ id }) => plan.lines.some(({ sellerId }) => sellerId === id))
    .flatMap((seller) =>
      unread
        .filter((passage) => isMentioned(seller, passage))
        .map((passage) => ({
          result: "block" as const,
          where: "unread",
          what: `The plan buys from ${seller.id}, and the client has written: "${cleanText(passage, 200)}".`,
          todo: "In the brief, write it into limits.excluded_sellers if it is ruled out; if not, delete these words from unread.",
        })),
    );
