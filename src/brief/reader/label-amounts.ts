import { toDecimal } from "../../lib/money.ts";
import { costing, type MoneySpan } from "../grammar/amounts.ts";
import { boundOf } from "../grammar/bounds.ts";
import { fraction } from "../grammar/fractions.ts";
import { anyNumberOf } from "../grammar/lexicon.ts";
import { beginsWith, type Cue, cue, endsWith, pastWords, says } from "../grammar/phrases.ts";
import { type Span, sentenceAround, spansBetween, wordsAround } from "../grammar/spans.ts";
import { ownClause, yearsIn } from "./own-clause.ts";
import { isOfOneSeller } from "./quantity-roles.ts";

/**
 * What an amount stands for. `split`: the budget of one country or channel of several. `change`: what a budget grew or shrank
 * by. `seller_cap`: the most for one seller. `unknown`: the words around it do not say, or say that it is not settled.
 */
export type AmountRole =
  | "total_budget"
  | "monthly_budget"
  | "part_of_budget"
  | "fee"
  | "past"
  | "price"
  | "not_media"
  | "split"
  | "change"
  | "seller_cap"
  | "unknown";

export type LabelledAmount = MoneySpan & {
  readonly role: AmountRole;
  readonly inferred?: true;
};

/** Gives each amount the role that its own words prove. Anything that speaks against a total outweighs what speaks for it. */
export function labelAmounts(
  text: string,
  amounts: readonly MoneySpan[],
  prices: readonly MoneySpan[],
  splits: readonly MoneySpan[],
  /** Whether the words that lead to an amount may be of something that nobody knows of: "HQ pays for the spots, 15,000 EUR". */
  isStrange: (amount: MoneySpan) => boolean,
  /** Channels, and days of a campaign. */
  facts: readonly Span[],
  /** ISO date. */
  today: string,
  /** What is corrected in the text is settled before one amount outweighs others. */
  correct: (amounts: readonly LabelledAmount[]) => readonly LabelledAmount[],
): readonly LabelledAmount[] {
  const [priced, splitUp] = [new Set(prices), new Set(splits)];
  const ownRoles = amounts.map((amount) => {
    const { before: words, after } = wordsAround(text, amount, amounts);
    const isBehind = amounts.some(({ end }) => end === amount.start - words.length);
    const before = isBehind ? eachTime.without(words) : words;
    return roleOf(before, ofWhich.without(after), today);
  });
  // "Total assets of EUR 3.2 billion" make no price of a budget.
  const money = amounts.filter((_, i) => ownRoles[i] !== "past" && ownRoles[i] !== "not_media");
  const largest = Math.max(...money.map(inMajorUnits));
  const labelled = amounts.map((amount, i): LabelledAmount => {
    const role = ownRoles[i] ?? "unknown";
    if (priced.has(amount) || isPrice(amount, role, largest)) return { ...amount, role: "price" };
    const isSplit = splitUp.has(amount) && (role === "unknown" || role === "total_budget");
    return { ...amount, role: isSplit ? "split" : role };
  });
  const sold = labelled.map((amount) =>
    isSold(text, amount) ? { ...amount, role: "price" as const } : amount,
  );
  const named = withNamed(text, correct(sold), today);
  const [only, ...others] = named.filter(({ role }) => mayBeTotal.has(role));
  if (only?.role !== "unknown" || others.length > 0) return named;
  if (!isAmongFacts(text, only, facts) && (!standsAlone(text, only) || isStrange(only))) return named;
  return named.map((each) => (each === only ? { ...each, role: "total_budget", inferred: true } : each));
}

/**
 * "Media budget 60,000 EUR. The stand costs 35,000 EUR.": where one amount alone has media money as its own noun, another one
 * that nothing calls a budget is other money.
 */
function withNamed(
  text: string,
  amounts: readonly LabelledAmount[],
  today: string,
): readonly LabelledAmount[] {
  const named = amounts.filter((amount) => isNamedMedia(text, amount, today));
  const [first] = named;
  const isOne = named.every((each) => inMajorUnits(each) === inMajorUnits(first ?? each));
  if (first === undefined || !isOne || first.type !== "clear") return amounts;
  // "Media budget 500K (phase 1) and 300K (phase 2)": what stands in one sentence with it may be a part of it.
  const near = named.map((amount) => sentenceAround(text, amount));
  const isNear = ({ start }: Span) =>
    near.some((sentence) => sentence.start <= start && start < sentence.end);
  return amounts.map((amount) => {
    if (named.includes(amount)) return { ...amount, role: "total_budget" };
    if (isNear(amount)) return amount;
    if (!mayBeTotal.has(amount.role) || amount.role === "split") return amount;
    const { before, after } = wordsAround(text, amount, amounts);
    const own = ownClause(before, after);
    const isCost = costs.test(own.join(" … "));
    if (amount.type !== "clear" && !isCost) return amount;
    const isFact = standsAlone(text, amount) && text[amount.start - 1] !== "(";
    const times = inMajorUnits(amount) / inMajorUnits(first);
    // "The other sheet says 52,000 EUR" may be the same money.
    const isAlike = times * mostAlike > 1 && times < mostAlike && !isCost;
    return isFact || isAlike || isUnsettled(...own) || total.test(own.join(" … "))
      ? amount
      : { ...amount, role: "not_media" };
  });
}

/** Whether the clause of an amount calls it media money by its own noun. */
export function isCalledMedia(text: string, amount: MoneySpan): boolean {
  const line = sentenceAround(text, amount);
  const [before, after] = ownClause(text.slice(line.start, amount.start), text.slice(amount.end, line.end));
  return mediaBefore.test(before) || mediaAfter.test(after);
}

/** Whether a noun of media money governs an amount in its clause, and nothing there says that it is another one or no longer it. */
function isNamedMedia(text: string, amount: LabelledAmount, today: string): boolean {
  if (amount.type !== "clear" || !mayBeNamed.has(amount.role)) return false;
  const line = sentenceAround(text, amount);
  const [before, after] = ownClause(text.slice(line.start, amount.start), text.slice(amount.end, line.end));
  if (!isCalledMedia(text, amount) && !isOwnMoney(before, after) && !toSpend.test(after)) return false;
  const around = `${before} … ${netOfTax.without(after)}`;
  return (
    !isUnsettled(text.slice(line.start, amount.start), text.slice(amount.end, line.end)) &&
    !isOfPast(before, after) &&
    !isOfYearPast(before, after, today) &&
    !changedBy.test(before) &&
    !insteadOf.test(before) &&
    !costs.test(around) &&
    !roles.some(([, words]) => words.test(around))
  );
}

/** An amount that is so many times another one is hardly the same money. */
const mostAlike = 3;
const costs = cue(`(?<!\\p{L})${costing}`);
const mayBeNamed: ReadonlySet<AmountRole> = new Set(["unknown", "total_budget"]);
/** "Mediabudgeten är ", "La inversión en medios asciende a ": the noun, and hardly more. */
const mediaBefore = cue(
  "(?<!\\p{L})(?:{bare_budget}|m[eé]dia-?(?:budget|etat)\\p{L}*)(?!\\p{L})(?:\\s+\\p{L}+){0,5}[\\s:=|(]*$",
);
/** " € Media netto", " k€ en média", " for paid media" */
const mediaAfter = cue(
  "^\\s*(?:{net}\\s+)?(?:(?:for|in|on|en|em|na|på|für|voor|di|w|i)\\s+)?(?:paid\\s+)?(?:m[eé]di(?:a|as|os|ów|en)|meios|mezzi|spazi)(?![\\p{L}-])",
);

/** In major units: below it a mark between digits was more likely read wrongly than a budget meant. */
export const leastBudget = 500;

/** "29.90 EUR a month", "a target of 55 EUR" beside a budget of 100 times as much: what something costs. */
function isPrice(amount: MoneySpan, role: AmountRole, largest: number): boolean {
  const value = inMajorUnits(amount);
  if (value <= 0 || (value >= leastBudget && value * 500 > largest)) return false;
  const mayBe = mayBePrice.has(role);
  return mayBe && (value % 1 !== 0 || (role !== "total_budget" && value * 100 <= largest));
}

const mayBePrice: ReadonlySet<AmountRole> = new Set([
  "unknown",
  "total_budget",
  "monthly_budget",
  "part_of_budget",
]);

/** "4.99 EUR/kg" */
function isSold(text: string, { end }: MoneySpan): boolean {
  return pricePerUnit.test(text.slice(end, end + 12));
}

const pricePerUnit = cue(
  "^/(?!(?:{day}|{week}|{month}|{slots}|mo|wk|d)(?!\\p{L}))\\p{Ll}{1,8}(?!\\p{L})",
  "u",
);

function inMajorUnits(amount: MoneySpan): number {
  return amount.type === "clear" ? toDecimal(amount.amount) : 0;
}

const mayBeTotal: ReadonlySet<AmountRole> = new Set(["unknown", "total_budget", "split"]);

/** The only amount of a brief, in a clause of its own: "acme.example, 80,000 EUR, Spain". Nothing says that it is anything else. */
function standsAlone(text: string, amount: MoneySpan): boolean {
  const around = wordsAround(text, amount, []);
  const plain = (words: string) => netOfTax.without(otherClause.without(words));
  // "No tenemos 80.000 €" is no clause of its own: it goes on with the amount.
  const [before, after] = [plain(`${around.before}#`).slice(0, -1), plain(around.after)];
  return !isUnsettled(before, after) && aloneBefore.test(before) && aloneAfter.test(after);
}

/** "acme.example needs 90k on TikTok, 5 July to 1 August": the only amount of a brief, in a sentence that says what runs when. */
function isAmongFacts(text: string, amount: MoneySpan, facts: readonly Span[]): boolean {
  const sentence = sentenceAround(text, amount);
  const [leading, following] = [
    text.slice(sentence.start, amount.start),
    text.slice(amount.end, sentence.end),
  ];
  return (
    inMajorUnits(amount) >= leastBudget &&
    spansBetween(facts, sentence.start, sentence.end).length > 1 &&
    !isUnsettled(leading, following) &&
    !isOfPast(...ownClause(leading, following))
  );
}

function roleOf(written: string, following: string, today: string): AmountRole {
  const plain = (words: string) => netOfTax.without(withoutFeesOnTop(words));
  const [before, after] = [plain(written), plain(following)];
  const around = `${before} … ${after}`;
  if (isOfOneSeller(before, after))
    return boundOf(before, after) === "least" ? "part_of_budget" : "seller_cap";
  if (changedBy.test(before) || changeBehind.test(after)) return "change";
  if (slashSlot.test(after)) return "monthly_budget";
  if (paidElsewhere.test(after)) return "not_media";
  const named = roles.find(([, words]) => words.test(around))?.[0];
  if (named !== undefined) return named;
  if (otherPurpose.test(ownClause(before, after).join(" … "))) return "not_media";
  if (insteadOf.test(before) || isOfPast(before, after) || isOfYearPast(before, after, today)) return "past";
  if (isUnsettled(before, after)) return "unknown";
  return total.test(`${written} … ${following}`) || isOwnMoney(before, after) || toSpend.test(after)
    ? "total_budget"
    : "unknown";
}

/** "last year it was 60k, this time we have 75k": what the clause of an amount says of its own money outweighs other clauses. */
function isOfPast(before: string, after: string): boolean {
  if (!pastWords.test(`${before} … ${after}`)) return false;
  const own = ownClause(before, after);
  if (pastWords.test(own.join(" … "))) return true;
  return !(isOwnMoney(...own) || toSpend.test(own[1]) || total.test(own.join(" … ")));
}

/** "Price in the tender of 2024: 98,500 EUR" */
function isOfYearPast(before: string, after: string, today: string): boolean {
  const years = yearsIn(ownClause(before, after).join(" "));
  return years.length > 0 && years.every((year) => year < today.slice(0, 4));
}

/** "hat 80.000 Euro", and not "hat 80.000 Euro gekostet": a participle behind it makes a past of the verb. */
function isOwnMoney(before: string, after: string): boolean {
  return ownMoney.test(before) && !participle.test(after);
}

const participle = /^\s+(?:\p{Ll}{0,8}ge\p{Ll}+(?:t|en|d)|(?:be|ver|ent|er)\p{Ll}+t)(?!\p{L})/u;

/** Whether the clause of an amount calls it the whole, or somebody's own money. */
export function isCalledTotal(text: string, amount: MoneySpan, amounts: readonly MoneySpan[]): boolean {
  const [before, after] = clauseOf(text, amount, amounts);
  return total.test(`${before} … ${after}`) || isOwnMoney(before, after) || toSpend.test(after);
}

/** Whether the clause of an amount denies it, is of another time, or leaves it open. */
export function isLeftOpen(text: string, amount: MoneySpan, amounts: readonly MoneySpan[]): boolean {
  const [before, after] = clauseOf(text, amount, amounts);
  const own = `${before} … ${after}`;
  const isAsked = text.charAt(sentenceAround(text, amount).end) === "?";
  return (
    isAsked ||
    isUnsettled(before, after) ||
    timeBehind.test(after) ||
    pastWords.test(own) ||
    otherPurpose.test(own)
  );
}

function clauseOf(text: string, amount: MoneySpan, amounts: readonly MoneySpan[]): readonly [string, string] {
  const { before, after } = wordsAround(text, amount, amounts);
  return ownClause(before, after);
}

/** Whether the amount is relative to another one, conditional, denied, not decided, or the end of something open. */
function isUnsettled(before: string, after: string): boolean {
  return (
    unsettled.test(settled.without(`${before} … ${after}`)) ||
    openEnd.test(before) ||
    was.test(before) ||
    partOfIt.test(before) ||
    orSo.test(after)
  );
}

// In the order of what must be asked about first.
const roles: readonly (readonly [AmountRole, Cue])[] = [
  [
    "monthly_budget",
    says("{per}(?:\\s|(?<=\\P{L}))(?:{day}|{week}|{month}|{slots})|{monthly}|{weekly}|{daily}|{recurring}"),
  ],
  ["fee", says("{agency_fee}|{cost}")],
  ["part_of_budget", says("{part_of_budget}")],
  ["not_media", says("{not_media}")],
];
/** "for the trade fair", "in the bank": other money than that of a campaign. */
const otherPurpose = says("{other_purpose}");
const unsettled = says("{unsettled}");
/** "should not exceed" denies nothing: it names the whole amount. "would like" is how people ask, and "May" a month. */
const settled = cue("{settled}");
/** "4.500 euros a la semana" */
const timeBehind = cue("^[^\\d,;.]{0,12}(?<!\\p{L})(?:{day}|{week}|{month})(?!\\p{L})");
const slashSlot = cue("^\\s*/\\s*(?:{day}|{week}|{month}|{slots}|mo|wk|d)(?!\\p{L})");
/** "1.2m, of which 90,000 is our fee": what follows is about another amount, or about a share, in whose place are blanks here. */
const ofWhich = cue(
  "(?<![\\p{L}\\p{N}]){of_which}(?!\\p{L})(?![^.;\\n]*(?<!\\p{L}){tax}(?!\\p{L}))[^.;\\n\\d]{0,40}(?:\\d| {2}).*",
);
/** "40k a month, so 120k in all": the time is of the first amount. */
const eachTime = beginsWith("(?:{per}\\s|/\\s?)(?:{day}|{week}|{month})|{monthly}|{weekly}|{daily}");
const openEnd = endsWith("{open_end}");
/** "a third of 80,000 EUR", "20 % von 80.000 €" */
const partOfIt = cue(() => `(?:${fraction()}|%|(?<!\\p{L}){percent})\\s+{joints}\\s*$`);
/** "up from 180k": what stood in its place. */
const insteadOf = endsWith("{instead_of}");
/** "the budget was 80,000 EUR": of another time, or changed since. */
const was = endsWith("{was}(?:\\s+\\p{L}{1,4})?");
const orSo = cue("^\\s*(?:\\+|{or_so}|±|\\+/-)");
const total = says("{total}");
/** "Acme has 80,000 EUR", "dispose de 40 000 €": the money that somebody has to spend. */
const ownMoney = endsWith(
  `{own|puts_up}(?:[^.;:\\n]{0,30}:)?${anyNumberOf("[\\s:=|(]*{roughly|joints|article|total}")}[\\s:=|(]*`,
);
/** "80,000 EUR to work with", "60mila euro in tutto" */
const toSpend = beginsWith(`${anyNumberOf("[\\s,()–-]*{net}")}[\\s,)]*{to_spend}`);
const aloneBefore = cue(
  "(?:^|[,;|/.(+\\n–—-]|(?:\\)|\\.\\p{L}{2,})\\s?:)\\s*(?:[-*•]\\s*)?(?:(?:{beside}|{roughly})\\s+){0,2}$",
);
const aloneAfter = cue(
  "^\\s*(?:{for_whom} (?:\\p{Lu}|[a-z0-9-]+\\.[a-z])[^,;|/\\n]{0,60})?(?:[,;|/.)+\\n–—-]|\\d{1,2}[. ]|$)",
  "u",
);
/** "no radio", set off by commas: a clause about something else. */
const otherClause = cue(
  "(?<=^|[,;|])\\s*{without}\\s+\\p{L}+(?:\\s+(?:{or}|{and})\\s+\\p{L}+)?\\s*(?=[,;|]|$)|(?<!\\p{L})no (?:máximo|mínimo)(?!\\p{L})",
);
/** Media money without tax is what a budget is: these words of the trade change nothing. */
export const netOfTax = cue(
  "(?<!\\p{L})\\(?(?:(?:en |in |is )?{net}(?: {media})?|{before_tax} ?(?:\\d{1,2}(?:[.,]\\d+)?\\s?% )?{tax}|(?:{coming_to} )?(?:\\d{1,2}(?:[.,]\\d+)?\\s?% )?{tax}(?:\\s+\\p{L}+)? {on_top}|{coming_to} {tax}|{tax} 0\\s?%)\\)?(?!\\p{L})",
);
/** "production of 35,000 is paid from another pot": money beside the budget. */
const paidElsewhere = beginsWith("{paid_elsewhere}");
const share = "\\d{1,2}(?:[.,]\\d+)?\\s?%";
/** What comes to a budget and is no part of it: "plus 12 % agency fee and 3 % ad serving on top", "our fee is billed separately". */
export function withoutFeesOnTop(text: string): string {
  return feesOnTop.without(feesElsewhere.without(text));
}

const feesElsewhere = cue("(?<!\\p{L}){fee_beside} {paid_elsewhere}(?![\\p{L}%])");
const feesOnTop = cue(
  `(?<!\\p{L})(?:{excluding} {fee_beside}(?: \\(${share}\\))?|{coming_to}\\s${share} {fee_beside}(?:,? (?:{coming_to}|{and}) ${share} {fee_beside})*(?: {on_top})?)(?![\\p{L}%])`,
);
/** "cut by 30,000 EUR", "12,000 EUR short of": what a budget changed by is no budget. */
const changedBy = endsWith("{changed_by}");
const changeBehind = beginsWith("{change_behind}");
