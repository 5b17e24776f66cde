import { readMoney } from "../brief/grammar/amounts.ts";
import type { PlanRequest } from "../campaign/plan/make-plan.ts";
import type { Change } from "../campaign/plan/scenario-change.ts";
import type { ScenarioRequest } from "../campaign/plan/scenarios.ts";
import type { Money } from "../lib/money.ts";
import { nearest } from "../lib/nearest.ts";
import { UsageError } from "./usage-error.ts";

/** Options of `whatif` in the order in which they were written. */
export interface WrittenChange {
  readonly option: ChangeOption | "or";
  readonly value: string;
}

export const changeOptions = [
  "budget",
  "max-share",
  "max-cpm",
  "channel",
  "without-seller",
  "without-channel",
  "spend",
] as const;
export type ChangeOption = (typeof changeOptions)[number];

const spends = ["all", "to_target"] as const;
const once: ReadonlySet<string> = new Set<ChangeOption>(["budget", "max-share", "max-cpm", "spend"]);

/** Scenarios out of the command line: `--or` begins another one, and so does an option again that a scenario has once. */
export function scenariosWritten(
  written: readonly WrittenChange[],
  request: Pick<PlanRequest, "brief" | "offers">,
): ScenarioRequest[] {
  const groups: WrittenChange[][] = [[]];
  for (const change of written) {
    const current = groups.at(-1) ?? [];
    const isAgain = once.has(change.option) && current.some(({ option }) => option === change.option);
    if (change.option === "or" || isAgain) groups.push([]);
    if (change.option !== "or") groups.at(-1)?.push(change);
  }
  return groups
    .filter((group) => group.length > 0)
    .map((group) => ({
      name: group.map(({ option, value }) => `${option.replace("-", " ")} ${value}`).join(", "),
      changes: group.flatMap(({ option, value }) =>
        option === "or" ? [] : [readChange(option, value, request)],
      ),
    }));
}

function readChange(
  option: ChangeOption,
  value: string,
  { brief, offers }: Pick<PlanRequest, "brief" | "offers">,
): Change {
  const { currency } = brief.budget;
  const channels = new Set(offers.flatMap((offer) => offer.channels));
  switch (option) {
    case "budget": {
      const share = /^[+-]/.test(value) ? shareOf(value) : undefined;
      if (share === undefined) return { type: "budget", amount: moneyOf(option, value, currency) };
      if (share <= -1) throw new WrongChange(option, value, "amount", "leaves no budget");
      return { type: "budget-by", share };
    }
    case "max-share": {
      const share = shareOf(value);
      if (share === undefined || share <= 0 || share > 1)
        throw new WrongChange(option, value, "share", 'is not a share such as "40%"');
      return { type: "max-share", share };
    }
    case "max-cpm":
      return { type: "max-cpm", price: moneyOf(option, value, currency) };
    case "channel":
      return channelShare(value, channels);
    case "without-seller":
      return {
        type: option,
        sellerId: known(option, value, new Set(offers.map(({ sellerId }) => sellerId))),
      };
    case "without-channel":
      return { type: option, channel: known(option, value, channels) };
    case "spend": {
      const spend = spends.find((one) => one === value.trim().replace(" ", "_"));
      if (spend === undefined) throw new WrongChange(option, value, "spend", `is not ${spends.join(" or ")}`);
      return { type: "spend", spend };
    }
  }
}

/** `ctv=30%..50%`; either end may be left away. */
function channelShare(value: string, channels: ReadonlySet<string>): Change {
  const [name = "", ends = ""] = value.split("=");
  const [low = "", high = "", ...more] = ends.split("..");
  const min = low === "" ? 0 : shareOf(low);
  const max = high === "" ? 1 : shareOf(high);
  const isRange = ends.includes("..") && ends !== ".." && more.length === 0;
  if (!isRange || min === undefined || max === undefined || min < 0 || max > 1 || min > max)
    throw new WrongChange("channel", value, "share", 'is not a range such as "ctv=30%..50%"');
  return { type: "channel-share", channel: known("channel", name, channels), min, max };
}

function shareOf(text: string): number | undefined {
  const number = /^([+-]?\d+(?:\.\d+|,\d{1,2})?)\s*%$/.exec(text.trim())?.[1];
  return number === undefined ? undefined : Number(number.replace(",", ".")) / 100;
}

function moneyOf(option: ChangeOption, value: string, currency: string): Money {
  const read = readMoney(/^[\d.,' ]+[km]?$/i.test(value) ? `${value} ${currency}` : value);
  if (read?.type !== "clear" || read.amount.minor <= 0)
    throw new WrongChange(option, value, "amount", `is not an amount such as "300,000 ${currency}"`);
  if (read.amount.currency !== currency)
    throw new WrongChange(option, value, "currency", `is not in ${currency}, the brief's currency`);
  return read.amount;
}

/** A name of what was offered. */
function known(option: ChangeOption, name: string, offered: ReadonlySet<string>): string {
  if (offered.has(name)) return name;
  const all = [...offered].sort();
  const meant = nearest(name, all);
  const help = meant === undefined ? `. Offered: ${all.join(", ")}` : `; did you mean ${meant}?`;
  throw new WrongChange(option, name, "unknown", `was not offered${help}`);
}

/** A change that cannot be made of what was written; `why` is for whoever says it in other words than the command line's. */
export class WrongChange extends UsageError {
  readonly option: ChangeOption;
  readonly value: string;
  readonly why: "amount" | "currency" | "share" | "spend" | "unknown";

  constructor(option: ChangeOption, value: string, why: WrongChange["why"], problem: string) {
    super(`--${option}: "${value}" ${problem}`);
    this.option = option;
    this.value = value;
    this.why = why;
  }
}
