import { ask, type OpenQuestion } from "../grammar/question.ts";
import type { Span } from "../grammar/spans.ts";
import type { DraftBrief, OpenDraft } from "./draft.ts";
import type { LabelledSpans } from "./label-dates.ts";

/** A draft of a text in a language without a table: amounts and days are proposed in questions, and nothing else is believed. */
export function questionsAlone(draft: OpenDraft, { amounts, dates }: LabelledSpans): OpenDraft {
  const { name, brand, message, language, questions } = draft;
  const propose = (field: string, words: readonly Span[]): OpenQuestion =>
    words.length > 0
      ? ask(field, `unread.${field}_words`, { language: language.name, words })
      : ask(field, `unread.${field}`, { language: language.name });
  return {
    ...nothing,
    ...(name && { name }),
    ...(brand && { brand }),
    ...(message && { message }),
    language,
    questions: [
      ...questions.filter(({ field }) => field === "name" || field.startsWith("brand") || field === "brief"),
      propose("objective", []),
      propose("budget", amounts),
      propose("flight", dates),
      propose("countries", []),
      propose("channels", []),
    ],
  };
}

const nothing = {
  flights: [],
  channelFlights: [],
  countries: [],
  channels: [],
  languages: [],
  regions: [],
  cities: [],
  excludedRegions: [],
  devices: [],
  dayparts: [],
  avoid: [],
  excludedSellers: [],
  onlySellers: [],
  channelShares: [],
  countryShares: [],
  fees: [],
  soft: [],
  ruledOut: [],
  repeats: [],
  untaken: [],
} satisfies Partial<DraftBrief>;
