import type { Brief, Limits } from "../../brief/brief.ts";
import { channelName, counted, listed, percent } from "../../lib/english.ts";
import { formatMoney, money, tooMuchToWrite } from "../../lib/money.ts";
import { placesInWords } from "../targeting/asks-in-words.ts";
import { defaultPackages } from "./problem.ts";

/** Something that a brief asks for and could do without. */
export interface Relaxation {
  /** `at least 15 % of the budget on ctv` */
  readonly text: string;
  /** Briefs that do not ask for it, the smallest change first: more than one where there are degrees of it. */
  readonly without: (brief: Brief) => readonly Brief[];
  /** Of a least share: briefs that ask for less of it, the most first, each with what it asks for. */
  readonly lessened?: (brief: Brief) => readonly { readonly share: string; readonly brief: Brief }[];
  /** Nobody set it. */
  readonly isDefault?: true;
  readonly isBudget?: true;
  /** Without it, packages run wherever their seller lets them. */
  readonly isOfPlaces?: true;
}

/** How many times its budget a brief is tried with that has too little. */
const budgets = [1.25, 1.5, 2, 3, 5, 10, 20, 50, 100];

/** The brief's terms that can stand in the way of a plan; those that it is least about come first. */
export function relaxationsOf({ limits, channels, budget, frequency }: Brief): Relaxation[] {
  const { maxSharePerSeller, maxPackages } = limits;
  const lifted = <Name extends keyof Limits>(
    name: Name,
    words: (limit: NonNullable<Limits[Name]>) => string,
  ) => given(limits[name], (limit) => limitRelaxation(words(limit), { [name]: undefined }));
  const sharesOf = (bound: "min" | "max") =>
    (["channelShares", "countryShares", "regionShares", "cityShares"] as const).flatMap((of) =>
      Object.entries(limits[of] ?? {})
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .flatMap(([name, { [bound]: value }]) =>
          given(value, (share) => shareRelaxation(of, name, bound, share)),
        ),
    );
  return [
    ...given(maxSharePerSeller, (share) =>
      limitRelaxation(`at most ${percent(share)} of the budget at one seller`, { maxSharePerSeller: 1 }),
    ),
    {
      ...limitRelaxation(
        `at most ${counted(maxPackages ?? defaultPackages, "package")}${maxPackages === undefined ? ", the default" : ""}`,
        { maxPackages: Number.MAX_SAFE_INTEGER },
      ),
      ...(maxPackages === undefined && { isDefault: true }),
    },
    ...lifted("onlySellers", (only) => `only from ${listed(only)}`),
    ...limits.excludedSellers.map((name) => ({
      text: `nothing from ${name}`,
      without: (brief: Brief) => {
        const excludedSellers = brief.limits.excludedSellers.filter((other) => other !== name);
        return [limited(brief, { excludedSellers })];
      },
    })),
    ...lifted("maxSellers", (most) => `at most ${counted(most, "seller")}`),
    ...sharesOf("max"),
    ...given(frequency, ({ times, per }) =>
      lacking("frequency", `no more contacts with a person than ${times} per ${per}`),
    ),
    ...given(channels.length === 0 ? undefined : channels, (only) => ({
      text: `only on ${listed(only.map(channelName))}`,
      // They stay named: each keeps its floor.
      without: (brief) => [{ ...brief, soft: [...(brief.soft ?? []), "channels" as const] }],
    })),
    ...lifted("maxCpm", (most) => `no more than ${formatMoney(most)} CPM`),
    ...lifted("leastPerLine", (least) => `at least ${formatMoney(least)} for a line`),
    ...lifted("roundTo", (step) => `amounts in steps of ${formatMoney(step)}`),
    ...lifted("minSellers", (least) => `at least ${counted(least, "seller")}`),
    ...lifted(
      "minGuaranteedShare",
      (least) => `at least ${percent(least)} of the budget with guaranteed delivery`,
    ),
    ...lifted("testShare", (share) => `${percent(share)} of the budget for sellers without a record`),
    ...given(limits.floorPerChannel || undefined, (share) =>
      limitRelaxation(`at least ${percent(share)} of the budget on each channel that is named`, {
        floorPerChannel: undefined,
      }),
    ),
    ...sharesOf("min"),
    {
      text: `a budget of no more than ${formatMoney(budget)}`,
      isBudget: true,
      without: (brief) =>
        budgets
          .map((times) => Math.round(budget.minor * times))
          .filter((minor) => minor < tooMuchToWrite)
          .map((minor) => ({ ...brief, budget: money(minor, budget.currency) })),
    },
  ];
}

/** What keeps packages to people, places and content: without it, offers that cannot hold it may be bought. */
export function targetingRelaxationsOf({ places, minimumAge, content }: Brief): Relaxation[] {
  const { include, exclude } = places ?? {};
  const ofPlaces = (text: string, left: Brief["places"]): Relaxation => ({
    text,
    without: (brief) => [left ? { ...brief, places: left } : without(brief, "places")],
    isOfPlaces: true,
  });
  return [
    ...given(include, (only) => ofPlaces(`only in ${placesInWords(only)}`, exclude && { exclude })),
    ...given(exclude, (not) => ofPlaces(`not in ${placesInWords(not)}`, include && { include })),
    ...given(minimumAge, (age) => lacking("minimumAge", `nobody under ${age}`)),
    ...given(content, () => lacking("content", "only among the content that is asked for")),
  ];
}

/** Nothing is relaxed that is not asked for. */
function given<Term>(term: Term, relax: (term: NonNullable<Term>) => Relaxation): Relaxation[] {
  return term == null ? [] : [relax(term)];
}

function without(brief: Brief, field: "places" | "minimumAge" | "content" | "frequency"): Brief {
  const { [field]: _, ...others } = brief;
  return others;
}

function lacking(field: Parameters<typeof without>[1], text: string): Relaxation {
  return { text, without: (brief) => [without(brief, field)] };
}

type SharesOf = "channelShares" | "countryShares" | "regionShares" | "cityShares";

function shareRelaxation(of: SharesOf, name: string, bound: "min" | "max", value: number): Relaxation {
  const bounded = (brief: Brief, changed?: number) => {
    const { [name]: share = {}, ...others } = brief.limits[of] ?? {};
    const { [bound]: _, ...rest } = share;
    const own = changed === undefined ? rest : { ...rest, [bound]: changed };
    return limited(brief, { [of]: { ...others, [name]: own } });
  };
  const less = sharesBelow(value);
  const words = bound === "min" ? "at least" : "at most";
  return {
    text: `${words} ${percent(value)} of the budget ${of === "channelShares" ? `on ${channelName(name)}` : `in ${name}`}`,
    without: (brief) => [bounded(brief)],
    ...(bound === "min" && {
      lessened: (brief: Brief) => less.map((part) => ({ share: percent(part), brief: bounded(brief, part) })),
    }),
  };
}

/** Whole steps of 5 %, the largest first. */
function sharesBelow(share: number): number[] {
  const steps = Math.ceil(share * 20 - 1e-9) - 1;
  return Array.from({ length: Math.max(0, steps) }, (_, i) => (steps - i) / 20);
}

function limitRelaxation(text: string, change: Change): Relaxation {
  return { text, without: (brief) => [limited(brief, change)] };
}

/** A brief's limits with some of them replaced; undefined lifts one. */
type Change = { readonly [Limit in keyof Limits]?: Limits[Limit] | undefined };

function limited(brief: Brief, change: Change): Brief {
  const { excludedSellers, ...others } = { ...brief.limits, ...change };
  const kept = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined));
  return { ...brief, limits: { ...kept, excludedSellers: excludedSellers ?? [] } };
}
