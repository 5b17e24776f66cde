import { cleanText } from "../../../lib/clean-text.ts";
import { isMentioned, unclearSellers, unclearWords } from "../../model/sellers/named-sellers.ts";
import type { Check } from "../facts.ts";

/**
 * Sellers that the brief names and that nobody knows by that, or several do; and those of the plan that the client has written of
 * in words that no field holds. They may be ruled out there, so nothing is bought by the plan until the brief says which.
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
