import { toDecimal } from "../../../lib/money.ts";
import { findMoney } from "../../grammar/amounts.ts";
import { boundOf } from "../../grammar/bounds.ts";
import { fraction } from "../../grammar/fractions.ts";
import { citiesCalled, type KnownCity } from "../../grammar/gazetteer.ts";
import type { Lexicon } from "../../grammar/lexicon.ts";
import { metricsIn } from "../../grammar/metrics.ts";
import { monthPattern } from "../../grammar/months.ts";
import { cue, says } from "../../grammar/phrases.ts";
import { ask, type OpenQuestion } from "../../grammar/question.ts";
import {
  clauseAround,
  overlaps,
  type Span,
  sentenceAround,
  spansBetween,
  spansOf,
} from "../../grammar/spans.ts";
import { type OpenDraft, readValues, type UnreadPhrase } from "../draft.ts";
import { netOfTax } from "../find/find-fees.ts";
import { quoted } from "../read-quantities.ts";
import type { Named } from "../things.ts";

/** What leftover words are asked beside. */
interface Beside {
  readonly draft: OpenDraft;
  readonly lexicon: Lexicon;
  /** Words that need no field: a fee that is paid apart. */
  readonly settled: readonly Span[];
  readonly things: readonly Named[];
}

/** A field, what is asked about words for it, and whether some words look like what it holds. */
interface Holder {
  readonly field: string;
  readonly ask: (field: string, words: readonly Span[]) => OpenQuestion;
  /** `clause`: the words with what stands right before and behind them; `isOfPart`: they name a channel or a place. */
  readonly isMeant: (words: string, lexicon: Lexicon, clause: string, isOfPart: boolean) => boolean;
  /** A figure alone, which may be left of a range elsewhere, says it as well. */
  readonly alone?: true;
  /** Fields by whose values or questions the words are settled as well. */
  readonly beside?: readonly string[];
}

/**
 * What leftover requirements may be for, one question a field: only of fields that are empty and not asked about. A figure that nobody
 * could place is a person's to place.
 */
export function askLeftovers(
  text: string,
  unread: readonly UnreadPhrase[],
  { draft, lexicon, settled, things }: Beside,
): OpenQuestion[] {
  const known = [...draft.questions, ...readValues(draft)].map(({ field }) => field);
  const left = unread.filter(
    ({ why, rulesOut, ...span }) =>
      !rulesOut && !/background|order/.test(why) && !settled.some((words) => overlaps(words, span)),
  );
  const isOfPart = (phrase: Span) =>
    spansBetween(things, sentenceAround(text, phrase).start, phrase.end).some(
      ({ kind, stance }) => ofParts.has(kind) && stance !== "excluded",
    );
  return holders.flatMap(({ field, ask: askFor, isMeant, alone, beside = [] }) => {
    const words = left.filter(
      (phrase) =>
        (alone || phrase.why === "requirement") &&
        isMeant(phrase.text, lexicon, clauseOf(text, phrase), isOfPart(phrase)),
    );
    const isKnown = known.some((each) => [field, ...beside].some((name) => each.startsWith(name)));
    return words.length === 0 || isKnown ? [] : [askFor(field, quoted(words))];
  });
}

function clauseOf(text: string, { start, end }: Span): string {
  const near = { start: start - nearby, end: end + nearby };
  const [before] = clauseAround(text, { start, end }, /[\n,;.]/, near);
  return before + (text.slice(start, near.end).split("\n")[0] ?? "");
}

const nearby = 24;

/** "55 euros at most", "220 GRP", "our goal: 2,000 people" */
function isOfKpi(words: string, _: Lexicon, clause: string): boolean {
  // No brief holds a price of viewable impressions.
  if (vcpm.test(clause)) return false;
  if (metricsIn(words).length > 0) return true;
  if (percent.test(words) || ages.test(words)) return false;
  const [money] = findMoney(words);
  if (money === undefined) return goal.test(words) && /\d/.test(words);
  const isLittle = money.type === "unclear" || toDecimal(money.amount) < dearest;
  return isLittle && boundOf(words.slice(0, money.start), words.slice(money.end)) !== undefined;
}

/** "18-34", "30- bis 55", "17 to 24", "55 ans et plus", "over 50" */
function isOfAges(words: string, lexicon: Lexicon): boolean {
  const older = lexicon.any("older_than").replaceAll("N", "[2-7]\\d");
  return ages.test(words) || lexicon.pattern(`(?<!\\p{L})(?:${older})(?![\\d:/%.,])`).test(words);
}

/** "Over-18s", "nadie menor de 18 años": an age of consent in words that let nobody else in. */
function isOfLegalAge(words: string, lexicon: Lexicon, clause: string): boolean {
  const lets = lexicon.pattern("(?<!\\p{L})(?:{years}|{forbids}|{no}|{not}|{only})(?!\\p{L})");
  return legalAge.test(words) && (/\ds(?!\p{L})/u.test(words) || lets.test(clause));
}

/** A large city by its own name, with little beside it: "a Bari", and not "our chef trained in Lyon". */
function cityIn(words: string): KnownCity | undefined {
  const isShort = spansOf(words, /\p{L}+/gu).length <= mostBesideCity;
  const names = isShort ? spansOf(words, /(?<!\p{L})\p{Lu}\p{L}{3,}(?!\p{L})/gu) : [];
  return names.flatMap(({ text }) => citiesCalled(text)).find(({ thousands }) => thousands >= leastOfCity);
}

/** In major units: more is no price of one result. */
const dearest = 1000;
/** In thousands of people: smaller ones are more often a name or a word. */
const leastOfCity = 100;
const mostBesideCity = 3;
/** "26-28 March", "18 y 19 de junio" */
const ofMonth = `\\s(?:d[eio]\\s)?${monthPattern}(?!\\p{L})`;
/** And no day, no thousands, no millions. */
const legalAge = cue(
  `(?<![\\d.,:/-])(?:16|18|21(?=s))s?(?![\\p{L}\\d.,:/%'’-]|\\s?[€$£]|\\s(?:\\d|mi[lo]))(?!${ofMonth})`,
);
const goal = says("{goal}");
const ofNobody = says("{not_one}|{nobody}");
const ofEachSeller = says("{each_one}\\s+{sellers}");
const viewed = says("{viewability}");
const percentage = cue("\\d\\s?(?:%|{percent})");
const taxRate = cue("\\d{1,2}(?:[.,]\\d+)?\\s?%\\s?{tax}(?!\\p{L})");
const percent = { test: (words: string) => percentage.test(taxRate.without(words)) };
/** In all languages that are read. */
const agency = /(?<!\p{L})(?:agen(?:cy|ce|cia|cies|zia|cj[aie])|agentur|agência|bureau|byrån?)\s+\p{L}/iu;
const ofMoney = says("{bare_budget}");
/** "At least half" */
const part = cue(fraction);
const ofParts: ReadonlySet<string> = new Set(["channel", "country", "region"]);
const feeNamed = says("{agency_fee}");
const ages = cue(
  '(?<![\\d.,:/%-])(?:1[3-9]|[2-7]\\d)(?:\\s?-?\\s?(?:[-–]|(?<!\\p{L})\\p{L}{1,4})\\s?(?:1[3-9]|[2-7]\\d)|\\s?\\+|\\s?-?(?:plus)(?!\\p{L}))(?![\\d:/%]|[.,]\\d|\\s?[%€$£]|[\\s-]?(?:["″”]|sec|sek|seg))' +
    `(?!${ofMonth})`,
);
const cpm = says("{cpm}");
const vcpm = says("{vcpm}");

const quoting =
  (key: string, name = "words"): Holder["ask"] =>
  (field, words) =>
    ask(field, key, { [name]: words });

const holders: readonly Holder[] = [
  {
    field: "fees",
    ask: quoting("budget.off"),
    // "The agency keeps 7.5 % out of it"
    isMeant: (words) =>
      percent.test(words) && [feeNamed, agency].some((one) => one.test(netOfTax.without(words))),
  },
  {
    field: "limits.max_share_per_seller",
    ask: quoting("shares.seller"),
    isMeant: (words, _, clause) =>
      percent.test(words) && (ofNobody.test(clause) || ofEachSeller.test(clause)),
  },
  {
    field: "limits.max_cpm",
    ask: quoting("prices.which", "all"),
    alone: true,
    isMeant: (words, _, clause) => /\d/.test(words) && cpm.test(clause) && !vcpm.test(clause),
  },
  { field: "kpi", ask: quoting("kpi.open"), isMeant: isOfKpi },
  { field: "minimum_age", ask: quoting("people.minimum", "ages"), alone: true, isMeant: isOfLegalAge },
  { field: "demographics", ask: quoting("people.which", "groups"), isMeant: isOfAges },
  {
    field: "limits.channel_shares",
    ask: quoting("splits.shares", "parts"),
    isMeant: (words, _, __, isOfPart) =>
      (isOfPart ? percent.test(words) || part.test(words) : percent.test(words) && ofMoney.test(words)) &&
      ![feeNamed, ofNobody, ofEachSeller, viewed].some((other) => other.test(words)),
    beside: ["limits.country_shares", "kpi"],
  },
  {
    field: "places",
    ask: (field, words) =>
      ask(field, "things.unclear", {
        words,
        value: words
          .flatMap(({ text }) => cityIn(text) ?? [])
          .map(({ name, country }) => `${name}, ${country}`),
      }),
    isMeant: (words) => cityIn(words) !== undefined,
  },
];
