import type { Question } from "../model/brief.ts";
import type { DraftBrief } from "./draft.ts";
import type { LabelledSpans } from "./relabel.ts";

/** A draft of a text in a language without a table: amounts and days are proposed in questions, and nothing else is believed. */
export function onlyToBeAsked(
  { name, brand, message, language, questions }: DraftBrief,
  { amounts, dates }: LabelledSpans,
): DraftBrief {
  const quoted = (spans: readonly { readonly text: string }[]) =>
    spans.map(({ text }) => `"${text}"`).join(" or ");
  const why = `The text is in ${language.name}, which is not read.`;
  const asked: Question[] = [
    ...questions.filter(({ field }) => field === "name" || field.startsWith("brand") || field === "brief"),
    { field: "objective", text: `${why} What is the objective: awareness, consideration or conversion?` },
    {
      field: "budget",
      text:
        amounts.length > 0
          ? `${why} Is ${quoted(amounts)} the total media budget?`
          : `${why} What is the total media budget?`,
    },
    {
      field: "flight",
      text:
        dates.length > 0
          ? `${why} Does the campaign run on ${quoted(dates)}?`
          : `${why} When does the campaign run?`,
    },
    { field: "countries", text: `${why} In which countries does the campaign run?` },
    { field: "channels", text: `${why} Which channels, and which ones not?` },
  ];
  return {
    ...(name && { name }),
    ...(brand && { brand }),
    ...(message && { message }),
    flights: [],
    countries: [],
    channels: [],
    languages: [],
    regions: [],
    excludedRegions: [],
    devices: [],
    dayparts: [],
    avoid: [],
    excludedSellers: [],
    channelShares: [],
    soft: [],
    ruledOut: [],
    untaken: [],
    language,
    questions: asked,
  };
}
