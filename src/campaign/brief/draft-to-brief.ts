import type { Brief, Question } from "./brief.ts";
import type { DraftBrief } from "./draft.ts";

export type DraftResult =
  | { readonly type: "brief"; readonly brief: Brief; readonly draft: DraftBrief }
  | { readonly type: "open"; readonly draft: DraftBrief; readonly questions: readonly Question[] };

/** A brief where every required value was found, its questions included; never one with a value made up to fill a gap. */
export function draftToBrief(draft: DraftBrief): DraftResult {
  const { name, brand, objective, budget, flightStart, flightEnd, countries, channels, questions } = draft;
  if (!name || !brand || !objective || !budget || !flightStart || !flightEnd)
    return { type: "open", draft, questions };
  if (countries.length === 0 || channels.length === 0) return { type: "open", draft, questions };
  const { audience, kpi, maxCpm, maxSharePerSeller, message } = draft;
  const brief: Brief = {
    name: name.value,
    brand: brand.value,
    objective: objective.value,
    budget: budget.value,
    flight: { start: flightStart.value, end: flightEnd.value },
    countries: countries.map(({ value }) => value),
    channels: channels.map(({ value }) => value),
    ...(audience && { audience: audience.value }),
    ...(kpi && { kpi: kpi.value }),
    limits: {
      ...(maxCpm && { maxCpm: maxCpm.value }),
      ...(maxSharePerSeller && { maxSharePerSeller: maxSharePerSeller.value }),
      excludedSellers: draft.excludedSellers.map(({ value }) => value),
    },
    creatives: [],
    ...(message && { message: message.value }),
    questions,
  };
  return { type: "brief", brief, draft };
}
