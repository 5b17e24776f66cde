import type { Refinement } from "../../campaign/quote/offer.ts";
import { channelName, counted, formatMinor } from "../format.ts";

/** What a second round of asking brought, as one sentence: "asked again: 2 offers more, best on CTV EUR 18.20 instead of none". */
export function describeRefinement({ result, added, changed, better }: Refinement, currency: string): string {
  if (result !== "answered") return `asked again: ${result === "late" ? "no answer in time" : "no answer"}`;
  const parts = [
    ...(added > 0 ? [`${counted(added, "offer")} more`] : []),
    ...(changed > 0 ? [`${counted(changed, "offer")} changed`] : []),
    ...better.map(
      ({ channel, was, now }) =>
        `best on ${channelName(channel)} ${formatMinor(now, currency)} instead of ${was === undefined ? "none" : formatMinor(was, currency)}`,
    ),
  ];
  return `asked again: ${parts.join(", ") || "nothing new"}`;
}
