import { findMoney } from "../src/brief/grammar/amounts.ts";
import { findDates } from "../src/brief/grammar/dates.ts";
import { quantitiesIn } from "../src/brief/grammar/quantities.ts";
import type { Model } from "../src/llm/model.ts";
import {
  type MarkedSpan,
  type MarkedText,
  type SpanRole,
  spanRoles,
} from "../src/llm/questions/marked-text.ts";
import {
  type ProposedBrief,
  type ProposedField,
  type ProposedValue,
  proposedFields,
} from "../src/llm/questions/propose-brief.ts";
import type { BriefCase } from "./brief-case.ts";
import { today } from "./run-cases.ts";

/** An answer to both questions about a text: what is proposed of it, and which role each of its pieces has the second time. */
export interface Proposer {
  readonly propose: (text: MarkedText) => ProposedBrief;
  readonly label?: (text: MarkedText) => Readonly<Record<string, SpanRole>>;
}

/** A model that answers as a proposer does; what it says passes the question's schema like any other answer. */
export function proposing({ propose, label }: Proposer): Model {
  return {
    ask: (question, inputs) => {
      // Briefs ask two questions, both about a marked text.
      const text = inputs as MarkedText;
      const isLabelling = question.prompt.startsWith("label");
      const given = isLabelling ? { spans: (label ?? ((of) => propose(of).spans))(text) } : propose(text);
      const { success, data } = question.schema(inputs).safeParse(given);
      return Promise.resolve(
        success
          ? { type: "answered", answer: data, by: "a script", cost: { inputTokens: 0, outputTokens: 0 } }
          : { type: "unavailable", reason: "the answer does not follow the schema" },
      );
    },
  };
}

/** The values that a case expects, in the written forms of a proposal. */
function expectedValues({ expected }: BriefCase): [ProposedField, string][] {
  const { budget, max_cpm, viewability, kpi } = expected;
  const turned = (amount: string) => amount.split(" ").reverse().join(" ");
  const shares = (of: typeof expected.channel_shares) =>
    Object.entries(of ?? {}).map(([name, { min, max }]) => {
      const shown = (share: number | undefined) => (share === undefined ? "" : percent(share));
      return min === max ? `${name} ${shown(min)}` : `${name} ${shown(min)}..${shown(max)}`;
    });
  const all: readonly (readonly [ProposedField, readonly (string | undefined)[] | undefined])[] = [
    ["brand", [expected.brand]],
    ["objective", [expected.objective]],
    ["budget", [budget && turned(budget)]],
    ["flight", [expected.flight]],
    ["flights", expected.flights],
    ["countries", expected.countries],
    ["regions", expected.regions],
    ["cities", expected.cities],
    ["channels", expected.channels],
    ["kpi", [kpi]],
    ["excluded_sellers", expected.excluded_sellers],
    ["only_sellers", expected.only_sellers],
    ["fees", expected.fees?.map((fee) => (fee.endsWith("%") ? fee : turned(fee)))],
    ["max_cpm", [max_cpm && turned(max_cpm)]],
    ["channel_shares", shares(expected.channel_shares)],
    ["country_shares", shares(expected.country_shares)],
    [
      "max_share_per_seller",
      [expected.max_share_per_seller === undefined ? undefined : percent(expected.max_share_per_seller)],
    ],
    ["min_sellers", [expected.min_sellers?.toString()]],
    ["max_sellers", [expected.max_sellers?.toString()]],
    ["frequency_cap", [expected.frequency_cap]],
    ["viewability", [viewability === undefined ? undefined : percent(viewability)]],
    ["demographics", [expected.demographics]],
    ["content_avoid", expected.avoid],
    ["audience", [expected.audience]],
    ["languages", expected.languages],
    ["pacing", [expected.pacing]],
    ["dayparts", expected.dayparts],
  ];
  return all.flatMap(([field, values = []]) =>
    values.flatMap((value): [ProposedField, string][] =>
      value === undefined || value === ".." ? [] : [[field, value]],
    ),
  );
}

function percent(share: number): string {
  return `${Number((share * 100).toFixed(2))}%`;
}

/** What proposes each expected value with the words of the text that say so, and gives each piece its true role. */
export function perfect(brief: BriefCase): Proposer {
  const propose = (text: MarkedText): ProposedBrief => {
    const values = expectedValues(brief).map(
      ([field, value]): ProposedValue => ({
        field,
        value,
        quotes: quotesFor(brief, text, field, value),
        how: "verbatim",
        ruled_out: field === "excluded_sellers",
      }),
    );
    const vetoes = [
      ...(brief.expected.excluded_regions ?? []).map((value) => ["regions", value] as const),
      ...(brief.never.channels ?? []).map((value) => ["channels", value] as const),
      ...(brief.never.countries ?? []).map((value) => ["countries", value] as const),
    ];
    const left = vetoes.map(
      ([field, value]): ProposedValue => ({
        field,
        value,
        quotes: quotesFor(brief, text, field, value),
        how: "verbatim",
        ruled_out: true,
      }),
    );
    const spans = Object.fromEntries(text.spans.map((span) => [span.id, roleOf(brief, text, span)]));
    const open = brief.must_ask.flatMap((asked) =>
      proposedFields
        .filter((field) => asked.split(".").includes(field))
        .map((field) => ({ field, quotes: brief.quotes?.[field] ?? linesOf(text.text) })),
    );
    return { values: [...values, ...left].filter(({ quotes }) => quotes.length > 0), open, spans };
  };
  return { propose };
}

function quotesFor(
  brief: BriefCase,
  { text, spans }: MarkedText,
  field: ProposedField,
  value: string,
): string[] {
  const given = brief.quotes?.[field === "content_avoid" ? "avoid" : field];
  if (given !== undefined) return [...given];
  const of = (kind: MarkedSpan["kind"], isMeant: (words: string) => boolean) =>
    spans
      .filter((span) => span.kind === kind)
      .map(({ start, end }) => text.slice(start, end))
      .filter(isMeant);
  switch (field) {
    case "budget":
    case "max_cpm":
      return of("amount", (words) => isAmount(words, value)).slice(0, 1);
    case "fees":
      return value.endsWith("%")
        ? of("share", (words) => words.replace(",", ".").includes(value.replace("%", ""))).slice(0, 1)
        : of("amount", (words) => isAmount(words, value)).slice(0, 1);
    case "flight":
    case "flights":
      return of("date", (words) => findDates(words, today).length > 0);
    case "excluded_sellers":
    case "only_sellers":
    case "content_avoid":
    case "audience":
    case "brand": {
      const at = text.toLowerCase().indexOf(value.toLowerCase());
      return at < 0 ? [] : [text.slice(at, at + value.length)];
    }
    default:
      // What the text calls it is code's to know: the whole of it is quoted line by line.
      return linesOf(text);
  }
}

function isAmount(words: string, value: string): boolean {
  const [found] = findMoney(words);
  const digits = (written: string) =>
    written
      .replace(/\.0+(?=\s)/, "")
      .replaceAll(/\D/g, "")
      .replace(/0+$/, "");
  return found?.type === "clear"
    ? digits(`${found.amount.minor} `) === digits(`${value.split(" ")[0]} `)
    : digits(`${words} `) === digits(value);
}

/** The role that the expected values give a piece; where they give none, it is something else. */
function roleOf(brief: BriefCase, { text }: MarkedText, { kind, start, end }: MarkedSpan): SpanRole {
  const words = text.slice(start, end);
  const { expected } = brief;
  const isValue = (amount: string | undefined) =>
    amount !== undefined && isAmount(words, amount.split(" ").reverse().join(" "));
  switch (kind) {
    case "amount":
      if (isValue(expected.budget)) return "total_budget";
      if ((expected.fees ?? []).some(isValue)) return "fee";
      return isValue(expected.max_cpm) ? "price" : "production";
    case "date": {
      const [date] = findDates(words, today);
      const [first = "", last = ""] = expected.flight?.split("..") ?? [];
      const quoted = (brief.quotes?.["flight"] ?? []).some((quote) => quote.includes(words));
      if (quoted && date?.type !== "day") return date?.type === "unclear" ? "end" : "flight";
      if (date?.type === "period")
        return date.first >= first && date.last <= last ? (expected.flights ? "burst" : "flight") : "other";
      if (date?.type === "day" && date.day === first) return "start";
      return date?.type === "day" && date.day === last ? "end" : "other";
    }
    case "share": {
      if ((expected.fees ?? []).some((fee) => words.includes(fee.replace("%", "")))) return "fee";
      const most = expected.max_share_per_seller;
      return most !== undefined && isShare(words, most) ? "most" : "other";
    }
    case "name": {
      const has = (names: readonly string[] | undefined) =>
        (names ?? []).some((name) => name.toLowerCase() === words.toLowerCase());
      if (has(expected.excluded_sellers)) return "excluded";
      if (has(expected.only_sellers)) return "only";
      return has([expected.brand ?? ""]) ? "brand" : "other";
    }
  }
}

/** "35%", "a quarter" */
function isShare(words: string, share: number): boolean {
  const [found] = quantitiesIn(words, []);
  return found?.unit === "share" && found.value !== undefined && percent(found.value) === percent(share);
}

const roleAt = (kind: MarkedSpan["kind"], at: number): SpanRole => {
  const all: readonly SpanRole[] = spanRoles[kind];
  return all[at % all.length] ?? "other";
};

/** Models that lie about a case, each in its own way; what none of them may do is make anything wrong without a question. */
export const liars: Readonly<Record<string, (brief: BriefCase) => Proposer>> = {
  "random roles": (brief) => {
    const { propose } = perfect(brief);
    const label = ({ spans }: MarkedText) =>
      Object.fromEntries(spans.map(({ id, kind }, i) => [id, roleAt(kind, i * 7 + brief.id.length)]));
    return { propose: (text) => ({ ...propose(text), spans: label(text) }), label };
  },
  "the largest amount": (brief) =>
    choosing(brief, (amounts) => amounts.toSorted((a, b) => b.minor - a.minor)[0]),
  "the other amount": (brief) =>
    choosing(brief, (amounts) => {
      const right = brief.expected.budget;
      return (
        amounts.findLast(({ written }) => written !== right?.split(" ").reverse().join(" ")) ?? amounts[0]
      );
    }),
  "right quotes and wrong values": (brief) => {
    const { propose } = perfect(brief);
    const wrong = (value: string) => value.replaceAll(/\d/g, (digit) => String((Number(digit) + 1) % 10));
    const isNamed = (value: string) => !/\d/.test(value);
    return {
      propose: (text) => {
        const told = propose(text);
        return {
          ...told,
          values: told.values.map((each) => ({
            ...each,
            value: isNamed(each.value) ? (neighbours[each.value] ?? each.value) : wrong(each.value),
          })),
        };
      },
    };
  },
  "all that is named": (brief) => {
    const { propose } = perfect(brief);
    return {
      propose: (text) => {
        const told = propose(text);
        const quotes = linesOf(text.text);
        const named = (field: ProposedField, all: readonly string[], ruled_out = false): ProposedValue[] =>
          all.map((value) => ({ field, value, quotes, how: "synonym", ruled_out }));
        const spans = Object.fromEntries(
          text.spans.map(({ id, kind }) => [
            id,
            kind === "name" ? ("excluded" as const) : (told.spans[id] ?? "other"),
          ]),
        );
        const names = text.spans
          .filter(({ kind }) => kind === "name")
          .map(({ start, end }) => text.text.slice(start, end));
        return {
          ...told,
          open: [],
          values: [
            ...told.values.filter(({ field }) => field === "budget" || field === "flight"),
            ...named("channels", anyChannel),
            ...named("countries", anyCountry),
            ...named("excluded_sellers", names, true),
            ...named("only_sellers", names),
          ],
          spans,
        };
      },
    };
  },
  "vetoes everything": (brief) => {
    const { propose } = perfect(brief);
    return {
      propose: (text) => {
        const told = propose(text);
        return { ...told, values: told.values.map((each) => ({ ...each, ruled_out: true })) };
      },
    };
  },
  "drops all vetoes": (brief) => {
    const { propose } = perfect(brief);
    return {
      propose: (text) => {
        const told = propose(text);
        const quotes = linesOf(text.text);
        const wanted = [...(brief.never.channels ?? [])].map(
          (value): ProposedValue => ({ field: "channels", value, quotes, how: "synonym", ruled_out: false }),
        );
        const places = [...(brief.never.countries ?? [])].map(
          (value): ProposedValue => ({ field: "countries", value, quotes, how: "synonym", ruled_out: false }),
        );
        const spans = Object.fromEntries(
          text.spans.map(({ id, kind }) => [
            id,
            kind === "name" ? ("wanted" as const) : (told.spans[id] ?? "other"),
          ]),
        );
        return {
          open: [],
          spans,
          values: [
            ...told.values.filter(
              ({ field, ruled_out }) =>
                !ruled_out && field !== "excluded_sellers" && field !== "content_avoid",
            ),
            ...wanted,
            ...places,
          ],
        };
      },
    };
  },
  "says nothing is open": (brief) => {
    const { propose } = perfect(brief);
    return choosing(
      brief,
      (amounts) => amounts[0],
      (text) => ({ ...propose(text), open: [] }),
    );
  },
  lazy: () => ({
    propose: ({ spans }) => ({
      values: [],
      open: [],
      spans: Object.fromEntries(spans.map(({ id }) => [id, "other" as const])),
    }),
  }),
  // Its answer is none of the question.
  broken: () => ({ propose: () => JSON.parse('{"values": "none"}') as ProposedBrief }),
};

interface Amount {
  readonly id: string;
  readonly words: string;
  readonly minor: number;
  readonly written: string;
}

/** The same lie in both labellings: one amount is the whole budget, and every other one was spent earlier. */
function choosing(
  brief: BriefCase,
  choose: (amounts: readonly Amount[]) => Amount | undefined,
  told: (text: MarkedText) => ProposedBrief = perfect(brief).propose,
): Proposer {
  const chosen = ({ text, spans }: MarkedText) =>
    choose(
      spans.flatMap(({ id, kind, start, end }): Amount[] => {
        const words = text.slice(start, end);
        const [found] = kind === "amount" ? findMoney(words) : [];
        if (found?.type !== "clear") return [];
        const written = `${found.amount.minor / 100} ${found.amount.currency}`;
        return [{ id, words, minor: found.amount.minor, written }];
      }),
    );
  return {
    propose: (text) => {
      const one = chosen(text);
      const { values, open, spans } = told(text);
      const roles = Object.fromEntries(
        text.spans.map(({ id, kind }) => [
          id,
          kind === "amount"
            ? id === one?.id
              ? ("total_budget" as const)
              : ("past" as const)
            : (spans[id] ?? "other"),
        ]),
      );
      const budget: ProposedValue[] = one
        ? [{ field: "budget", value: one.written, quotes: [one.words], how: "verbatim", ruled_out: false }]
        : [];
      return {
        values: [...values.filter(({ field }) => field !== "budget"), ...budget],
        open: open.filter(({ field }) => field !== "budget"),
        spans: roles,
      };
    },
  };
}

const neighbours: Readonly<Record<string, string>> = {
  display: "olv",
  olv: "ctv",
  ctv: "linear_tv",
  linear_tv: "ctv",
  radio: "podcast",
  social: "display",
  DE: "AT",
  GB: "IE",
  FR: "BE",
  ES: "PT",
  IT: "CH",
  awareness: "conversion",
  conversion: "awareness",
};
const anyChannel =
  "display olv social search ctv linear_tv radio streaming_audio podcast dooh ooh print cinema email".split(
    " ",
  );
const anyCountry = "DE AT CH FR ES IT NL BE PL PT SE DK FI NO GB IE US CA AU MX BR MA".split(" ");

function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line.length > 1);
}
