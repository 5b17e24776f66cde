import type { Model } from "../../llm/model.ts";
import { findMoney } from "../grammar/amounts.ts";
import { localMoney } from "../grammar/currencies.ts";
import { findDates } from "../grammar/dates.ts";
import { durationsIn } from "../grammar/durations.ts";
import { ask, inWords } from "../grammar/question.ts";
import { blanked, overlaps, type Span } from "../grammar/spans.ts";
import { setBackgroundAside } from "./background.ts";
import { withCorrections } from "./corrections.ts";
import { languageOf, usualOrder } from "./detect-language.ts";
import type { DraftBrief, OpenDraft } from "./draft.ts";
import { askAboutParts, findAudience } from "./find/find-audience.ts";
import { findBrand, findMessage } from "./find/find-brand.ts";
import { findDayparts } from "./find/find-dayparts.ts";
import { mayBeOfOther } from "./find/find-fees.ts";
import { setInstructionsAside } from "./find/find-instructions.ts";
import { findName } from "./find/find-name.ts";
import { findObjective } from "./find/find-objective.ts";
import { findOpenGoals } from "./find/find-open-goals.ts";
import { findPacing } from "./find/find-pacing.ts";
import { findPeople } from "./find/find-people.ts";
import { preferenceOf } from "./find/find-preferences.ts";
import { readPrices } from "./find/find-prices.ts";
import { findSender } from "./find/find-sender.ts";
import { settleKpi } from "./find/settle-kpi.ts";
import { findAll } from "./find-all.ts";
import { datesOfCampaign } from "./flight/of-campaign.ts";
import { labelAmounts } from "./label-amounts.ts";
import { type LabelledSpans, labelDates } from "./label-dates.ts";
import { askLeftovers } from "./leftovers/ask-leftovers.ts";
import { leftovers } from "./leftovers/leftovers.ts";
import { unreadPhrases, withRepeats } from "./leftovers/unread-phrases.ts";
import { readPeriodic } from "./periodic-budget.ts";
import { unwrapped, withAnswers, withLabels, withPlainMarks } from "./plain-lines.ts";
import { askForProposal } from "./proposal/ask.ts";
import { spansOf } from "./proposal/evidence.ts";
import { noOverlay, type Overlay } from "./proposal/overlay.ts";
import { settleProposal } from "./proposal/settle.ts";
import { settleBudget, withFeesInside } from "./settle-budget.ts";
import { settleFlight } from "./settle-flight.ts";
import {
  countriesWithShares,
  findRatios,
  findRests,
  settleSellerShare,
  settleShares,
} from "./settle-shares.ts";
import { settleContent, settleDevices, settleSellers } from "./settle-things.ts";
import { askAboutLines, type PlanTable, planTable, withPlan } from "./tables/plan-table.ts";
import { withBars } from "./tables/read-table.ts";
import { countriesOf, type Thing, thingsIn } from "./things.ts";
import { questionsAlone } from "./unread.ts";

export interface TextToRead {
  readonly text: string;
  /** ISO date: a campaign that lies before it is asked about, and years that the text leaves out come after it. */
  readonly today: string;
  readonly model?: Model;
  readonly signal?: AbortSignal;
}

/**
 * Reads a brief in the languages that have a table. Every value points at the words it came from; what is missing or has two
 * readings is a question, and all other words are listed as not taken over. A model, where there is one, may say what a found
 * amount or date stands for.
 */
export async function readText({ text: written, today, model, signal }: TextToRead): Promise<DraftBrief> {
  const lines = unwrapped(
    withBars(
      written
        .normalize("NFC")
        .replaceAll(invisible, "")
        .replaceAll(/\r\n?|[\u2028\u2029]/g, "\n")
        .replaceAll(/[\u00a0\u2007\u202f]/g, " ")
        .replaceAll(/[\u2010\u2011]/g, "-"),
    ),
  );
  const background = setBackgroundAside(withLabels(withPlainMarks(lines)), today);
  const orders = setInstructionsAside(withAnswers(background.text));
  const detected = languageOf(orders.text);
  const things = thingsIn(orders.text, detected.lexicon);
  const named = things.flatMap(countriesOf);
  const plan = planTable(orders.text, {
    things,
    local: localMoney(orders.text, named),
    order: usualOrder(
      detected,
      named.map((value) => ({ value })),
      findMoney(orders.text),
    ),
    today,
  });
  const text = plan === undefined ? orders.text : blanked(orders.text, plan.cells);
  const sender = findSender(text, background.untaken);
  const mail = {
    ...(background.newestEnd && { newestEnd: background.newestEnd }),
    ...(sender && { sender }),
  };
  const scan = (overlay: Overlay = noOverlay) => {
    const stances = new Map([...(plan?.stances ?? []), ...overlay.stances]);
    const found = findAll(text, detected, { ...overlay, stances }, mail);
    const labelled = labelAll(text, found, plan, background.newestEnd, today);
    return {
      found,
      labelled,
      draft: draftFrom(text, today, found, { ...labelled, plan, sender }, overlay.values),
    };
  };
  const { found, labelled, draft } = scan();
  const finished = (settled: OpenDraft): DraftBrief => {
    const all = { ...settled, questions: [...settled.questions, ...orders.questions] };
    const withQuestions = detected.read
      ? withRepeats(text, all, found.things)
      : questionsAlone(all, labelled);
    const phrasesOf = (some: OpenDraft) =>
      leftovers(text, unreadPhrases(text, some, detected.lexicon), {
        things: found.things,
        draft: some,
        lexicon: detected.lexicon,
      });
    const unread = phrasesOf(withQuestions);
    // What a model's value took may have said something of another field.
    const open = settled === draft ? unread : [...unread, ...phrasesOf(draft)];
    const vetoes = unread
      .filter(({ rulesOut }) => rulesOut)
      .map((words) => ask("content.avoid", "content.rules_out", { words }));
    const questions = [
      ...withQuestions.questions,
      ...vetoes,
      ...(detected.read
        ? askLeftovers(text, open, {
            draft: withQuestions,
            lexicon: detected.lexicon,
            settled: found.fees.apart,
            things: found.things,
          })
        : []),
    ];
    // The objective follows from the KPI that is asked about.
    const isKpiAsked = questions.some(({ field }) => field === "kpi");
    return {
      ...withQuestions,
      questions: questions
        .filter((question) => !(isKpiAsked && "key" in question && question.key === "objective.missing"))
        .map((question) => ("key" in question ? inWords(question, detected.lexicon.tables) : question)),
      untaken: [...background.untaken, ...orders.untaken, ...unread].sort((a, b) => a.start - b.start),
    };
  };
  if (model === undefined || !detected.read) return finished(draft);
  const seen = { text, lexicon: detected.lexicon, ...found, ...labelled, draft };
  const proposal = await askForProposal(text, spansOf(seen), { today, model, ...(signal && { signal }) });
  return finished(proposal ? settleProposal(proposal, seen, (overlay) => scan(overlay).draft) : draft);
}

/** The amounts and dates of a text, each in the role that its words prove. */
function labelAll(
  text: string,
  found: ReturnType<typeof findAll>,
  plan: ReturnType<typeof planTable>,
  newestEnd: number | undefined,
  today: string,
): LabelledSpans {
  const order = usualOrder(found.detected, found.countries.found, found.amounts);
  const dates = datesOfCampaign(text, labelDates(text, findDates(text, today, order)), newestEnd);
  return withPlan(text, plan, today, {
    amounts: labelAmounts(found.ofMoney, found.amounts, {
      prices: found.prices.map(({ money }) => money),
      splits: found.splits.map(({ amount }) => amount),
      today,
      dates,
      placements: found.things.filter(isPlacement),
      correct: (amounts) => withCorrections(text, amounts, found.things, newestEnd),
    }),
    dates,
  });
}

/** A channel, or a domain. */
function isPlacement(thing: Thing): boolean {
  return thing.kind === "channel" || (thing.kind === "seller" && thing.domain !== undefined);
}

function draftFrom(
  text: string,
  today: string,
  {
    detected,
    things,
    quantities,
    read,
    prices,
    fees,
    goals,
    countries,
    channels,
    inMonths,
    splits,
    ofMoney,
  }: ReturnType<typeof findAll>,
  {
    amounts,
    dates: allDates,
    plan,
    sender,
  }: LabelledSpans & { readonly plan: PlanTable | undefined; readonly sender: Span | undefined },
  proved: Overlay["values"],
): OpenDraft {
  const sellers = settleSellers(text, things);
  const people = findPeople(text, detected.lexicon);
  // "v25-49" may be read as weeks.
  const ages = people.demographics?.evidence;
  const dates = allDates.filter((date) => ages === undefined || !overlaps(date, ages));
  const content = settleContent(things);
  const devices = settleDevices(text, things, detected.lexicon);
  const dayparts = findDayparts(text, detected.lexicon, {
    dates,
    channels: things.filter(({ kind }) => kind === "channel"),
  });
  const others = [...sellers.found, ...sellers.only, ...(proved.onlySellers ?? [])].map(
    ({ evidence }) => evidence,
  );
  const brand = findBrand(text, [...others, ...sellers.open], sender);
  const durations = durationsIn(text, quantities);
  const flight = settleFlight(text, dates, { durations, quantities, inMonths, channels, plan }, today);
  const name = findName(text, brand.found, flight.start);
  const unsureFees = [
    ...fees.open,
    ...(mayBeOfOther(text, amounts) ? fees.found.map(({ evidence }) => evidence) : []),
  ];
  const stated = settleBudget(ofMoney, amounts, {
    periodic: readPeriodic(text, amounts, durations, {
      ...(flight.start && { start: flight.start.value }),
      ...(flight.end && { end: flight.end.value }),
    }),
    countries: countries.found.map(({ value }) => value),
    year: flight.start?.value.slice(0, 4),
    dates,
    feesOnTop: fees.apart,
  });
  const budget = withFeesInside(stated, fees.found);
  const priced = readPrices(prices, budget.found?.value);
  const { maxSharePerSeller, ...numbers } = read.numbers;
  const sellerShare = settleSellerShare(maxSharePerSeller, amounts, budget.found?.value);
  const sharesOf = (
    of: "channel" | "country",
    shares: typeof read.channelShares,
    { found: wanted, named, questions }: typeof channels | typeof countries,
  ) => {
    const names = wanted.map(({ value }) => value);
    const inPlan = plan?.shares[of].filter(({ name }) => names.includes(name)) ?? [];
    // Whoever is asked about may have a part of the rest.
    const rests = questions.length > 0 ? [] : findRests(text, read.shares, named);
    const stated = [...shares, ...inPlan, ...findRatios(text, named)];
    return settleShares(of, { shares: stated, rests, names }, splits, budget.found?.value);
  };
  const channelShares = sharesOf("channel", read.channelShares, channels);
  const countryShares = sharesOf("country", read.countryShares, countries);
  const places = countriesWithShares(countries, countryShares.found);
  const kpi = settleKpi(text, goals, priced.targets);
  const objective = findObjective(text, things, detected.lexicon, kpi);
  const isKpiKnown =
    kpi.found !== undefined ||
    [...kpi.questions, ...priced.questions, ...read.questions].some(({ field }) => field === "kpi");
  const openGoals = isKpiKnown
    ? []
    : findOpenGoals(
        text,
        { quantities, amounts, taken: [...dates, ...read.shares, ...prices.map(({ money }) => money)] },
        detected.lexicon,
      );
  const pacing = findPacing(text, things, detected.lexicon);
  const audience = findAudience(text, { people: people.demographics, things }, detected.lexicon);
  const message = findMessage(text);
  return {
    ...(name && { name }),
    ...(brand.found && { brand: brand.found }),
    ...(objective.found && { objective: objective.found }),
    ...(budget.found && { budget: budget.found }),
    ...(flight.start && { flightStart: flight.start }),
    ...(flight.end && { flightEnd: flight.end }),
    fees: fees.found,
    flights: flight.bursts,
    channelFlights: flight.channelFlights,
    countries: places,
    channels: channels.found,
    ...(channels.anyChannel && { anyChannel: channels.anyChannel }),
    ...(audience && { audience }),
    ...(kpi.found && { kpi: kpi.found }),
    ...read.frequencies,
    ...numbers,
    ...(read.viewability && { viewability: read.viewability }),
    ...(sellerShare.found && { maxSharePerSeller: sellerShare.found }),
    channelShares: channelShares.found,
    countryShares: countryShares.found,
    ...(pacing.found && { pacing: pacing.found }),
    ...(priced.maxCpm && { maxCpm: priced.maxCpm }),
    excludedSellers: sellers.found,
    onlySellers: sellers.only,
    soft: [
      ...preferenceOf("channels", text, channels.found),
      ...preferenceOf("limits.max_cpm", text, priced.maxCpm ? [priced.maxCpm] : []),
    ],
    ...(message && { message }),
    languages: people.languages,
    regions: countries.regions,
    excludedRegions: countries.excludedRegions,
    cities: countries.cities,
    ...(people.demographics && { demographics: people.demographics }),
    ...(people.minimumAge && { minimumAge: people.minimumAge }),
    devices: devices.found,
    dayparts: dayparts.found,
    avoid: content.found,
    ...proved,
    ruledOut: [...channels.ruledOut, ...countries.ruledOut, ...devices.ruledOut],
    repeats: [],
    untaken: [],
    language: { name: detected.name, read: detected.read },
    questions: [
      ...(name ? [] : [ask("name", "name.missing")]),
      ...askAboutLines(plan),
      ...[
        brand,
        objective,
        budget,
        flight,
        countries,
        channels,
        priced,
        read,
        kpi,
        pacing,
        sellers,
        people,
        devices,
        dayparts,
        channelShares,
        countryShares,
        sellerShare,
      ].flatMap(({ questions }) => questions),
      ...askAboutParts(audience),
      ...(openGoals.length > 0 ? [ask("kpi", "kpi.open", { words: openGoals })] : []),
      ...unsureFees.map((words) => ask("fees", "budget.off", { words })),
    ],
  };
}

/** Characters that nobody sees could hide a digit or join two numbers. */
const invisible = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g;
