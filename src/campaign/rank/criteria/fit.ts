import type { Criterion } from "../criterion.ts";

const weights = { channel: 0.5, countries: 0.2, audience: 0.3 };
/** What an offer does not say speaks neither for nor against it. */
const unsaid = 0.5;

/** How much of what the brief asks for the offer names: a count of words in foreign text, never a reading of it. */
export const fit: Criterion = {
  name: "fit",
  weight: 25,
  score(offer, { brief }) {
    const words = new Set(wordsOf(`${offer.name} ${offer.description}`));

    const wanted = offer.channels.filter((channel) => brief.channels.includes(channel)).length;
    const channel =
      brief.channels.length === 0 ? 1 : offer.channels.length === 0 ? unsaid : wanted / offer.channels.length;

    const named = brief.countries.filter((country) => namesCountry(words, country));
    const countries =
      brief.countries.length === 0 ? 1 : unsaid + (unsaid * named.length) / brief.countries.length;

    const asked = [...new Set(wordsOf(brief.audience ?? ""))];
    const met = asked.filter((word) => words.has(word));
    const audience = asked.length === 0 ? 1 : met.length / asked.length;

    return {
      value: weights.channel * channel + weights.countries * countries + weights.audience * audience,
      reason: [
        brief.channels.length === 0
          ? "any channel"
          : `${wanted} of its ${offer.channels.length} channels are wanted`,
        `names ${named.length} of ${brief.countries.length} countries`,
        asked.length === 0
          ? "no audience asked for"
          : `${met.length} of ${asked.length} words of the audience${met.length > 0 ? ` (${met.join(", ")})` : ""}`,
      ].join("; "),
    };
  },
};

const fillers = new Set(["and", "the", "for", "with", "who", "are", "from", "that", "aged", "their", "have"]);

/** Words of three letters or more and numbers, without a plural's last letter. */
function wordsOf(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
    .filter((word) => (word.length > 2 || /^\d+$/.test(word)) && !fillers.has(word))
    .map((word) => (word.length > 3 ? word.replace(/s$/, "") : word));
}

const countryNames = new Intl.DisplayNames("en", { type: "region", fallback: "none" });

/** By its English name; two-letter codes are words of other languages and prove nothing. */
function namesCountry(words: ReadonlySet<string>, country: string): boolean {
  if (!/^[A-Za-z]{2}$/.test(country)) return false;
  const name = wordsOf(countryNames.of(country.toUpperCase()) ?? "");
  return name.length > 0 && name.every((word) => words.has(word));
}
