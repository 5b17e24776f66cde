import type { Refinement } from "../../campaign/quote/offer.ts";
import { channelName, counted, formatMinor } from "../format.ts";

/** What a second round of asking brought: "2 offers more, best on CTV EUR 18.20 instead of none". Undefined where nothing. */
export function describeRefinement(
  { added, changed, better }: Refinement,
  currency: string,
): string | undefined {
  const parts = [
    ...(added > 0 ? [`${counted(added, "offer")} more`] : []),
    ...(changed > 0 ? [`${counted(changed, "offer")} changed`] : []),
    ...better.map(
      ({ channel, was, now }) =>
        `best on ${channelName(channel)} ${formatMinor(now, currency)} instead of ${was === undefined ? "none" : formatMinor(was, currency)}`,
    ),
  ];
  return parts.length === 0 ? undefined : `asked again: ${parts.join(", ")}`;
}
