import { unclearSellers, unclearWords } from "../../model/sellers/named-sellers.ts";
import type { Check } from "../facts.ts";

/** Sellers that the brief names and that nobody knows by that, or several do. */
export const sellers: Check = ({ brief, sellers }) =>
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
