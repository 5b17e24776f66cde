import type { Model } from "../../llm/model.ts";
import type { Kpi, Question } from "../model/brief.ts";
import type { DraftBrief, Found } from "./draft.ts";
import { findAudience, findBrand, findMessage, findName } from "./find/find-brand.ts";
import { findChannels } from "./find/find-channels.ts";
import { findCountries } from "./find/find-countries.ts";
import { findCounts } from "./find/find-counts.ts";
import { findDates } from "./find/find-dates.ts";
import { findDurations } from "./find/find-durations.ts";
import { findExcludedSellers } from "./find/find-excluded-sellers.ts";
import { findFrequency } from "./find/find-frequency.ts";
import { setInstructionsAside } from "./find/find-instructions.ts";
import { findKpis } from "./find/find-kpi.ts";
import { findMoney } from "./find/find-money.ts";
import { findObjective } from "./find/find-objective.ts";
import { findPrices, readPrices } from "./find/find-prices.ts";
import { findShares } from "./find/find-shares.ts";
import { askAboutSplits, findSplits } from "./find/find-splits.ts";
import { wishOf } from "./find/find-wishes.ts";
import { labelAmounts } from "./label-amounts.ts";
import { labelDates } from "./label-dates.ts";
import { readPeriodic } from "./periodic-budget.ts";
import { type LabelledSpans, relabel } from "./relabel.ts";
import { settleBudget } from "./settle-budget.ts";
import { settleFlight } from "./settle-flight.ts";

export interface TextToRead {
  readonly text: string;
  /** ISO date: a campaign that lies before it is asked about, and years that the text leaves out come after it. */
  readonly today: string;
  readonly model?: Model;
  readonly signal?: AbortSignal;
}

/**
 * Reads a brief in free English, German, French or Spanish. Every value points at the words it came from; what is missing
 * or has two readings is a question. A model, where there is one, may say what a found amount or date stands for.
 */
export async function readText({ text: written, today, model, signal }: TextToRead): Promise<DraftBrief> {
  const clean = written.normalize("NFC").replaceAll(invisible, "").replaceAll(/\r\n?/g, "\n");
  const { text, questions } = setInstructionsAside(clean);
  const found = findAll(text);
  const labelled: LabelledSpans = {
    amounts: labelAmounts(
      text,
      found.amounts,
      found.prices.map(({ money }) => money),
      found.splits.map(({ amount }) => amount),
    ),
    dates: labelDates(text, findDates(text, today)),
  };
  const withInstructions = (draft: DraftBrief) => ({
    ...draft,
    questions: [...draft.questions, ...questions],
  });
  const draft = draftFrom(text, today, found, labelled);
  if (model === undefined) return withInstructions(draft);
  const settled = {
    budget: draft.budget !== undefined,
    flight: draft.flightStart !== undefined && draft.flightEnd !== undefined,
  };
  const relabelled = await relabel(text, labelled, settled, model, signal);
  return withInstructions(relabelled === labelled ? draft : draftFrom(text, today, found, relabelled));
}

/** What stands in the text, before anything is decided about it. */
function findAll(text: string) {
  const amounts = findMoney(text);
  const countries = findCountries(text);
  const channels = findChannels(text);
  const prices = findPrices(text, amounts);
  const notPrices = amounts.filter((amount) => !prices.some(({ money }) => money === amount));
  const splits = findSplits(text, notPrices, countries.named, channels.named);
  return { amounts, prices, countries, channels, splits };
}

function draftFrom(
  text: string,
  today: string,
  { prices, countries, channels, splits }: ReturnType<typeof findAll>,
  { amounts, dates }: LabelledSpans,
): DraftBrief {
  const excludedSellers = findExcludedSellers(text);
  const name = findName(text);
  const brand = findBrand(text, excludedSellers);
  const objective = findObjective(text);
  const durations = findDurations(text);
  const flight = settleFlight(dates, durations, today);
  const budget = settleBudget(text, amounts, {
    periodic: readPeriodic(text, amounts, durations, {
      ...(flight.start && { start: flight.start.value }),
      ...(flight.end && { end: flight.end.value }),
    }),
    countries: countries.found.map(({ value }) => value),
    year: flight.start?.value.slice(0, 4),
  });
  const priced = readPrices(prices, budget.found?.value);
  const counted = findKpis(text);
  const kpi = oneKpi([...priced.targets, ...counted.found]);
  const shares = findShares(text, channels.named, countries.named);
  const counts = findCounts(text);
  const frequency = findFrequency(text);
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
    ...(frequency.found && { frequency: frequency.found }),
    ...(priced.maxCpm && { maxCpm: priced.maxCpm }),
    ...(shares.maxPerSeller && { maxSharePerSeller: shares.maxPerSeller }),
    ...(shares.minGuaranteed && { minGuaranteedShare: shares.minGuaranteed }),
    channelShares: shares.channels,
    ...(counts.maxPackages && { maxPackages: counts.maxPackages }),
    ...(counts.minSellers && { minSellers: counts.minSellers }),
    ...(counts.maxSellers && { maxSellers: counts.maxSellers }),
    excludedSellers,
    soft: [
      ...wishOf(
        "channels",
        text,
        channels.found.map(({ evidence }) => evidence),
      ),
      ...(priced.maxCpm ? wishOf("limits.max_cpm", text, [priced.maxCpm.evidence]) : []),
    ],
    ...(message && { message }),
    questions: [
      ...(name ? [] : [{ field: "name", text: "What is the campaign called?" }]),
      ...[
        brand,
        objective,
        budget,
        flight,
        countries,
        channels,
        priced,
        counted,
        kpi,
        shares,
        counts,
        frequency,
      ].flatMap(({ questions }) => questions),
      ...askAboutSplits(splits, shares.countries, audience?.evidence),
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
