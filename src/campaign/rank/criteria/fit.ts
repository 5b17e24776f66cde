import type { Offer } from "../../model/offer.ts";
import type { Criterion } from "../criterion.ts";
import { names, wordsOf } from "../words.ts";

const weights = { channel: 0.5, countries: 0.2, audience: 0.3 };
/** What an offer does not say speaks neither for nor against it. */
const unsaid = 0.5;

/** How much of what the brief asks for the offer names: a count of words in foreign text, never a reading of it. */
export const fit: Criterion = {
  name: "fit",
  weight: 25,
  scoreFor({ brief }) {
    const asked = [...new Set(wordsOf(brief.audience ?? ""))];
    const countries = brief.countries.map((code) => ({ code, words: wordsOfCountry(code) }));
    const wishes = brief.soft?.includes("channels") === true;

    const channelPart = ({ channels }: Offer) => {
      if (brief.channels.length === 0) return { value: 1, reason: "any channel" };
      const wanted = channels.filter((channel) => brief.channels.includes(channel)).length;
      return {
        value: channels.length === 0 ? unsaid : wanted / channels.length,
        reason: `${wanted} of its ${channels.length} channels are wanted${wanted === 0 && wishes ? ", which is a wish of the brief" : ""}`,
      };
    };
    const countryPart = (offer: Offer, text: string) => {
      const told = offer.countries;
      const named = countries.filter(({ code, words }) =>
        told === undefined
          ? words.length > 0 && words.every((word) => names(text, word))
          : told.includes(code),
      ).length;
      const least = told === undefined ? unsaid : 0;
      return {
        value: countries.length === 0 ? 1 : least + ((1 - least) * named) / countries.length,
        reason: `${told === undefined ? "names" : "delivers in"} ${named} of ${countries.length} countries`,
      };
    };
    const audiencePart = (text: string) => {
      if (asked.length === 0) return { value: 1, reason: "no audience asked for" };
      const met = asked.filter((word) => names(text, word));
      return {
        value: met.length / asked.length,
        reason: `${met.length} of ${asked.length} words of the audience${met.length > 0 ? ` (${met.join(", ")})` : ""}`,
      };
    };

    return (offer) => {
      const text = `${offer.name} ${offer.description}`.toLowerCase();
      const channel = channelPart(offer);
      const country = countryPart(offer, text);
      const audience = audiencePart(text);
      return {
        value:
          weights.channel * channel.value +
          weights.countries * country.value +
          weights.audience * audience.value,
        reason: `${channel.reason}; ${country.reason}; ${audience.reason}`,
      };
    };
  },
};

/** Its English name; two-letter codes are words of other languages and prove nothing. */
function wordsOfCountry(country: string): string[] {
  if (!/^[A-Za-z]{2}$/.test(country)) return [];
  const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
  return wordsOf(names.of(country.toUpperCase()) ?? "");
}
