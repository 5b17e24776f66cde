import type { Model } from "../../llm/model.ts";
import type { Kpi, Question } from "./brief.ts";
import type { DraftBrief, Found } from "./draft.ts";
import { findAudience, findBrand, findMessage, findName } from "./find-brand.ts";
import { findChannels } from "./find-channels.ts";
import { findCountries } from "./find-countries.ts";
import { findDates } from "./find-dates.ts";
import { findKpis } from "./find-kpi.ts";
import { findExcludedSellers, findShare } from "./find-limits.ts";
import { findMoney } from "./find-money.ts";
import { findObjective } from "./find-objective.ts";
import { findPrices, readPrices } from "./find-prices.ts";
import { labelAmounts } from "./label-amounts.ts";
import { labelDates } from "./label-dates.ts";
import { type LabelledSpans, relabel } from "./relabel.ts";
import { settleBudget } from "./settle-budget.ts";
import { settleFlight } from "./settle-flight.ts";

export interface TextToRead {
  readonly text: string;
  /** ISO date: a campaign that lies before it is asked about. */
  readonly today: string;
  readonly model?: Model;
  readonly signal?: AbortSignal;
}

/**
 * Reads a brief in free English, German, French or Spanish. Every value points at the words it came from; what is missing
 * or has two readings is a question. A model, where there is one, may say what a found amount or date stands for.
 */
export async function readText({ text, today, model, signal }: TextToRead): Promise<DraftBrief> {
  const clean = text.normalize("NFC").replaceAll(invisible, "").replaceAll(/\r\n?/g, "\n");
  const amounts = findMoney(clean);
  const prices = findPrices(clean, amounts);
  const spans: LabelledSpans = {
    amounts: labelAmounts(
      clean,
      amounts,
      prices.map(({ money }) => money),
    ),
    dates: labelDates(clean, findDates(clean)),
  };
  const draft = draftFrom(clean, today, spans, prices);
  if (model === undefined) return draft;
  const settled = {
    budget: draft.budget !== undefined,
    flight: draft.flightStart !== undefined && draft.flightEnd !== undefined,
  };
  const labelled = await relabel(clean, spans, settled, model, signal);
  return labelled === spans ? draft : draftFrom(clean, today, labelled, prices);
}

function draftFrom(
  text: string,
  today: string,
  { amounts, dates }: LabelledSpans,
  prices: ReturnType<typeof findPrices>,
): DraftBrief {
  const excludedSellers = findExcludedSellers(text);
  const name = findName(text);
  const brand = findBrand(text, excludedSellers);
  const objective = findObjective(text);
  const countries = findCountries(text);
  const channels = findChannels(text);
  const budget = settleBudget(
    text,
    amounts,
    countries.found.map(({ value }) => value),
  );
  const flight = settleFlight(dates, today);
  const priced = readPrices(prices, budget.found?.value);
  const counted = findKpis(text);
  const kpi = oneKpi([...priced.targets, ...counted.found]);
  const share = findShare(text);
  const audience = findAudience(text);
  const message = findMessage(text);
  return {
    ...(name && { name }),
    ...(brand.found && { brand: brand.found }),
    ...(objective.found && { objective: objective.found }),
    ...(budget.found && { budget: budget.found }),
    ...(flight.start && { flightStart: flight.start }),
    ...(flight.end && { flightEnd: flight.end }),
    countries: countries.found,
    channels: channels.found,
    ...(audience && { audience }),
    ...(kpi.found && { kpi: kpi.found }),
    ...(priced.maxCpm && { maxCpm: priced.maxCpm }),
    ...(share.found && { maxSharePerSeller: share.found }),
    excludedSellers,
    ...(message && { message }),
    questions: [
      ...(name ? [] : [{ field: "name", text: "What is the campaign called?" }]),
      ...[brand, objective, budget, flight, countries, channels, priced, counted, kpi, share].flatMap(
        ({ questions }) => questions,
      ),
    ],
  };
}

function oneKpi(found: readonly Found<Kpi>[]): { found?: Found<Kpi>; questions: Question[] } {
  const [first] = found;
  if (first === undefined) return { questions: [] };
  if (new Set(found.map(({ value }) => `${value.metric} ${value.target}`)).size === 1)
    return { found: first, questions: [] };
  const quoted = found.map(({ evidence }) => `"${evidence.text}"`).join(" or ");
  return { questions: [{ field: "kpi", text: `Which one is the KPI: ${quoted}?` }] };
}

/** Characters that nobody sees could hide a digit or join two numbers. */
const invisible = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g;
