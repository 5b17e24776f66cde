import { formatMoney, money } from "../../lib/money.ts";
import type { Brief, Limits } from "../brief/brief.ts";
import { percent } from "./percent.ts";
import { defaultPackages } from "./problem.ts";
import { defaultShare } from "./seller-limit.ts";

/** Something that a brief asks for and could do without. */
export interface Wish {
  /** `at least 15 % of the budget on ctv` */
  readonly text: string;
  /** Briefs that do not ask for it, the smallest change first: more than one where there are degrees of it. */
  readonly without: (brief: Brief) => readonly Brief[];
}

/** How many times its budget a brief is tried with that has too little. */
const budgets = [1.25, 1.5, 2, 3, 5, 10, 20, 50, 100];

/** The brief's wishes that can stand in the way of a plan; those that it is least about come first. */
export function wishesOf({ limits, channels, budget }: Brief): Wish[] {
  const shares = Object.entries(limits.channelShares ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  const wishes: (Wish | undefined)[] = [
    limits.maxSharePerSeller === undefined
      ? wish(`at most ${percent(defaultShare)} of the budget at one seller, the default`, {
          maxSharePerSeller: 1,
        })
      : wish(`at most ${percent(limits.maxSharePerSeller)} of the budget at one seller`, {
          maxSharePerSeller: 1,
        }),
    wish(`at most ${limits.maxPackages ?? `${defaultPackages}, the default,`} packages`, {
      maxPackages: Number.MAX_SAFE_INTEGER,
    }),
    ...limits.excludedSellers.map((name) => ({
      text: `nothing from ${name}`,
      without: (brief: Brief) => [
        limited(brief, { excludedSellers: brief.limits.excludedSellers.filter((other) => other !== name) }),
      ],
    })),
    limits.maxSellers === undefined
      ? undefined
      : wish(`at most ${limits.maxSellers} sellers`, { maxSellers: Number.MAX_SAFE_INTEGER }),
    ...shares.map(([channel, { max }]) =>
      max === undefined
        ? undefined
        : shareWish(`at most ${percent(max)} of the budget on ${channel}`, channel, "max"),
    ),
    channels.length === 0
      ? undefined
      : { text: `only on ${channels.join(", ")}`, without: (brief) => [{ ...brief, channels: [] }] },
    limits.maxCpm &&
      wish(`no more than ${formatMoney(limits.maxCpm)} for 1,000 impressions`, { maxCpm: undefined }),
    limits.minSellers === undefined
      ? undefined
      : wish(`at least ${limits.minSellers} sellers`, { minSellers: undefined }),
    limits.minGuaranteedShare === undefined
      ? undefined
      : wish(`at least ${percent(limits.minGuaranteedShare)} of the budget with guaranteed delivery`, {
          minGuaranteedShare: undefined,
        }),
    ...shares.map(([channel, { min }]) =>
      min === undefined
        ? undefined
        : shareWish(`at least ${percent(min)} of the budget on ${channel}`, channel, "min"),
    ),
    {
      text: `a budget of no more than ${formatMoney(budget)}`,
      without: (brief) =>
        budgets.map((times) => ({
          ...brief,
          budget: money(Math.round(budget.minor * times), budget.currency),
        })),
    },
  ];
  return wishes.filter((one) => one !== undefined);
}

/** A brief's limits with some of them replaced; undefined lifts one. */
type Change = { readonly [Limit in keyof Limits]?: Limits[Limit] | undefined };

function wish(text: string, change: Change): Wish {
  return { text, without: (brief) => [limited(brief, change)] };
}

function shareWish(text: string, channel: string, bound: "min" | "max"): Wish {
  const without = (brief: Brief) => {
    const { [channel]: share = {}, ...others } = brief.limits.channelShares ?? {};
    const { [bound]: _, ...rest } = share;
    return [limited(brief, { channelShares: { ...others, [channel]: rest } })];
  };
  return { text, without };
}

function limited(brief: Brief, change: Change): Brief {
  const { excludedSellers, ...others } = { ...brief.limits, ...change };
  const kept = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined));
  return { ...brief, limits: { ...kept, excludedSellers: excludedSellers ?? [] } };
}
