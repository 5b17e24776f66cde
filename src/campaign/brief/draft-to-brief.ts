import { countDays } from "../../lib/days.ts";
import type { Brief, Burst, Limits, Question } from "../model/brief.ts";
import type { DraftBrief, DraftBurst } from "./draft.ts";

export type DraftResult =
  | { readonly type: "brief"; readonly brief: Brief; readonly draft: DraftBrief }
  | { readonly type: "open"; readonly draft: DraftBrief; readonly questions: readonly Question[] };

/** A brief where every required value was found, its questions included; never one with a value made up to fill a gap. */
export function draftToBrief(draft: DraftBrief): DraftResult {
  const { name, brand, objective, budget, flightStart, flightEnd, countries, channels, questions } = draft;
  if (!name || !brand || !objective || !budget || !flightStart || !flightEnd)
    return { type: "open", draft, questions };
  if (countries.length === 0 || channels.length === 0) return { type: "open", draft, questions };
  const { audience, kpi, frequency, message, soft, pacing, viewability } = draft;
  const [places, content] = [placesOf(draft), contentOf(draft)];
  const brief: Brief = {
    name: name.value,
    brand: brand.value,
    objective: objective.value,
    budget: budget.value,
    flight: { start: flightStart.value, end: flightEnd.value },
    ...(draft.flights.length > 0 && { flights: burstsOf(draft.flights.map(({ value }) => value)) }),
    countries: countries.map(({ value }) => value),
    channels: channels.map(({ value }) => value),
    ...(audience && { audience: audience.value }),
    ...(kpi && { kpi: kpi.value }),
    ...(frequency && { frequency: frequency.value }),
    ...(draft.frequencyCap && { frequencyCap: draft.frequencyCap.value }),
    ...(draft.languages.length > 0 && { languages: draft.languages.map(({ value }) => value) }),
    ...(places && { places }),
    ...(draft.demographics && { demographics: draft.demographics.value }),
    ...(draft.minimumAge && { minimumAge: draft.minimumAge.value }),
    ...(draft.devices.length > 0 && { devices: draft.devices.map(({ value }) => value) }),
    ...(draft.dayparts.length > 0 && { dayparts: draft.dayparts.map(({ value }) => value) }),
    ...(content && { content }),
    ...(pacing && { pacing: pacing.value }),
    ...(viewability && { measurement: { viewability: { atLeast: viewability.value, standard: "mrc" } } }),
    limits: limitsOf(draft),
    ...(soft.length > 0 && { soft: soft.map(({ value }) => value) }),
    creatives: [],
    ...(message && { message: message.value }),
    questions,
  };
  return { type: "brief", brief, draft };
}

/** Without shares the budget is split by days, as in a brief.yaml. */
function burstsOf(bursts: readonly DraftBurst[]): Burst[] {
  const days = bursts.map(({ start, end }) => countDays(start, end));
  const all = days.reduce((sum, count) => sum + count, 0);
  return bursts.map(({ share, ...burst }, i) => ({ ...burst, share: share ?? (days[i] ?? 0) / all }));
}

/** Where within the countries it runs and where not. */
export function placesOf({ regions, excludedRegions }: DraftBrief): Brief["places"] {
  const codes = (found: readonly { readonly value: string }[]) => ({
    regions: found.map(({ value }) => value),
  });
  if (regions.length === 0 && excludedRegions.length === 0) return undefined;
  return {
    ...(regions.length > 0 && { include: codes(regions) }),
    ...(excludedRegions.length > 0 && { exclude: codes(excludedRegions) }),
  };
}

export function contentOf({ avoid }: DraftBrief): Brief["content"] {
  return avoid.length > 0 ? { avoid: avoid.map(({ value }) => value) } : undefined;
}

/** The limits of a draft, without the words they came from. */
export function limitsOf(draft: DraftBrief): Limits {
  const { maxCpm, maxSharePerSeller, minGuaranteedShare, maxPackages, minSellers, maxSellers } = draft;
  const shares = draft.channelShares.map(({ value: { channel, ...share } }) => [channel, share] as const);
  return {
    ...(maxCpm && { maxCpm: maxCpm.value }),
    ...(maxSharePerSeller && { maxSharePerSeller: maxSharePerSeller.value }),
    excludedSellers: draft.excludedSellers.map(({ value }) => value),
    ...(shares.length > 0 && { channelShares: Object.fromEntries(shares) }),
    ...(minGuaranteedShare && { minGuaranteedShare: minGuaranteedShare.value }),
    ...(maxPackages && { maxPackages: maxPackages.value }),
    ...(minSellers && { minSellers: minSellers.value }),
    ...(maxSellers && { maxSellers: maxSellers.value }),
  };
}
