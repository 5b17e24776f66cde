import { cleanText } from "../../../lib/clean-text.ts";
import { isMentioned, unclearSellers, unclearWords } from "../../model/sellers/named-sellers.ts";
import type { Check } from "../facts.ts";

/**
 * Sellers that the brief names and that nobody knows by that, or several do; and those of the plan that the client has written of
 * in words that no field holds, as they may be ruled out there.
 */
export const sellers: Check = (facts) => [...unclear(facts), ...mentioned(facts)];

const unclear: Check = ({ brief, sellers }) =>
  unclearSellers(brief, sellers).map((unclear) => {
    // A domain that is not listed sells nothing here under another one.
    const isDomain = /^[^\s]+\.[^\s]+$/.test(unclear.written);
    const isAvoided = unclear.field === "limits.excluded_sellers";
    return {
      result: isAvoided && isDomain ? ("note" as const) : ("ask" as const),
      where: unclear.field,
      what: `${unclearWords(unclear)}.`,
      todo: "Write its domain.",
    };
  });

const mentioned: Check = ({ brief: { unread = [] }, plan, sellers }) =>
  sellers
    .filter(({ id }) => plan.lines.some(({ sellerId }) => sellerId === id))
    .flatMap((seller) => {
      const passage = unread.find((one) => isMentioned(seller, one));
      if (passage === undefined) return [];
      return [
        {
          result: "ask" as const,
          where: "unread",
          what: `The plan buys from ${seller.id}, and the client has written: "${cleanText(passage, 200)}".`,
          todo: "Write it into limits.excluded_sellers where it is ruled out; approve where it is not.",
        },
      ];
    });
