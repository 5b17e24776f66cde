import type { Offer } from "../../model/offers/offer.ts";
import { type FormatReference, runsIn } from "../../model/sellers/formats.ts";
import type { Criterion } from "../criterion.ts";

const weights = { channel: 0.5, countries: 0.3, formats: 0.2 };
/** What an offer leaves out counts neither for nor against it. */
const unsaid = 0.5;

/**
 * How much of what the brief asks for the offer is sold for, by its closed fields alone: channels, countries, formats. A seller's
 * words count for nothing, so an audience that only they name does not either.
 */
export const fit: Criterion = {
  name: "fit",
  weight: 25,
  scoreFor({ brief, formats: known = [] }) {
    const isPreference = brief.soft?.includes("channels") === true;
    const runs = (format: FormatReference) =>
      brief.creatives.some((creative) => runsIn(creative.format, format, known));

    const channelPart = ({ channels }: Offer) => {
      if (brief.channels.length === 0) return { value: 1, reason: "any channel" };
      const wanted = channels.filter((channel) => brief.channels.includes(channel)).length;
      return {
        value: channels.length === 0 ? unsaid : wanted / channels.length,
        reason: `${wanted} of its ${channels.length} channels are wanted${wanted === 0 && isPreference ? ", which is a preference of the brief" : ""}`,
      };
    };
    const countryPart = ({ countries }: Offer) => {
      if (brief.countries.length === 0) return { value: 1, reason: "any country" };
      if (countries === undefined) return { value: unsaid, reason: "does not state its countries" };
      const covered = brief.countries.filter((code) => countries.includes(code)).length;
      return {
        value: covered / brief.countries.length,
        reason: `delivers in ${covered} of ${brief.countries.length} countries`,
      };
    };
    const formatPart = ({ formats }: Offer) => {
      if (brief.creatives.length === 0) return { value: 1, reason: "no creative at hand to fit" };
      if (formats.length === 0) return { value: unsaid, reason: "does not state its formats" };
      const takes = formats.some(runs);
      return {
        value: takes ? 1 : 0,
        reason: takes ? "takes a creative at hand" : "takes no creative at hand",
      };
    };

    return (offer) => {
      const channel = channelPart(offer);
      const country = countryPart(offer);
      const format = formatPart(offer);
      return {
        value:
          weights.channel * channel.value +
          weights.countries * country.value +
          weights.formats * format.value,
        reason: `${channel.reason}; ${country.reason}; ${format.reason}`,
      };
    };
  },
};
