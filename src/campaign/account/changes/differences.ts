import { dayMs, dayOf } from "../../../lib/days.ts";
import { countedMoney, formatMoney } from "../../../lib/money.ts";
import type { MediaBuy } from "../../../protocol/records/media-buy.ts";
import type { ChangeRequest, Difference, Subject } from "../../model/step/buy-change.ts";

type Package = NonNullable<MediaBuy["packages"]>[number];

/** What a change request makes of a buy; empty where the buy is so already, `refused` where it cannot be meant. */
export type Differences = readonly Difference[] | { readonly refused: string };

/**
 * Compares a change request with the buy as its seller has it booked now. Pure. A package that its seller has agreed to give
 * another budget, in `coming`, does not keep the one that it shows unless it is asked to.
 */
export function differencesOf(
  requested: ChangeRequest,
  subject: Subject,
  buy: MediaBuy,
  coming: ReadonlySet<string> = new Set(),
): Differences {
  const found = packageOf(subject, buy);
  const several = (buy.packages?.length ?? 0) > 1;
  const whole = subject.packageId === undefined || !several;
  switch (requested.verb) {
    case "pause":
      if (whole) return status(buy, "paused");
      return found === undefined ? unknownPackage(subject) : paused(found, true);
    case "unpause":
      return unpause(found, whole, subject, buy);
    case "cancel":
      return whole ? status(buy, "canceled") : onlyWhole("canceled", subject, buy);
    case "decrease":
    case "increase":
      return budget(requested, found, subject, buy, coming);
    case "extend": {
      if (!whole) return onlyWhole("extended", subject, buy);
      const dates = extension(requested.until, subject, buy);
      if ("refused" in dates || requested.to === undefined) return dates;
      const more = budget({ verb: "increase", to: requested.to }, found, subject, buy, coming);
      return "refused" in more ? more : [...dates, ...more];
    }
    case "swap-creative":
      if (found === undefined) return unknownPackage(subject);
      return creatives(
        found,
        requested.creatives.map(({ creative_id }) => creative_id),
      );
  }
}

/** The package that is named, or the only one. */
function packageOf({ packageId }: Subject, { packages = [] }: MediaBuy): Package | undefined {
  if (packageId !== undefined) return packages.find(({ package_id }) => package_id === packageId);
  return packages.length === 1 ? packages[0] : undefined;
}

function status({ status: before }: MediaBuy, after: "paused" | "canceled"): Difference[] {
  return before === after ? [] : [{ field: "status", before, after }];
}

function paused({ package_id: packageId, paused }: Package, after: boolean): Difference[] {
  if ((paused === true) === after) return [];
  return [{ field: "paused", packageId, ...(typeof paused === "boolean" ? { before: paused } : {}), after }];
}

/** A package of a buy that is paused as a whole does not run, whatever its own switch says. */
function unpause(found: Package | undefined, whole: boolean, subject: Subject, buy: MediaBuy): Differences {
  const isPaused = buy.status === "paused";
  if (!whole && isPaused)
    return { refused: `all of ${subject.mediaBuyId} is paused: name the buy to let it run` };
  const own = found === undefined ? [] : paused(found, false);
  return isPaused ? [{ field: "status", before: buy.status, after: "active" }, ...own] : own;
}

function budget(
  { verb, to }: Extract<ChangeRequest, { readonly verb: "decrease" | "increase" }>,
  found: Package | undefined,
  { mediaBuyId, packageId, bought }: Subject,
  buy: MediaBuy,
  coming: ReadonlySet<string>,
): Differences {
  const { currency } = bought.amount;
  if (found === undefined) return unknownPackage({ mediaBuyId, ...(packageId && { packageId }) });
  if (to.currency !== currency)
    return { refused: `${mediaBuyId} was bought in ${currency}: write the new budget in ${currency}` };
  if (found.budget === undefined)
    return { refused: `its seller does not state the budget of ${found.package_id}` };
  const bookedCurrency = [found["currency"], buy["currency"]].find((code) => typeof code === "string");
  const before = countedMoney(found.budget, typeof bookedCurrency === "string" ? bookedCurrency : currency);
  if (before === undefined || before.currency !== currency)
    return {
      refused: `its seller states no budget of ${found.package_id} that can be counted in ${currency}`,
    };
  if (before.minor === to.minor && !coming.has(found.package_id)) return [];
  if (verb === "decrease" ? to.minor > before.minor : to.minor < before.minor)
    return {
      refused: `${found.package_id} has ${formatMoney(before)}: ${formatMoney(to)} does not ${verb} it`,
    };
  return [{ field: "budget", packageId: found.package_id, before, after: to }];
}

function extension(until: string, { mediaBuyId }: Subject, buy: MediaBuy): Differences {
  const after = new Date(Date.parse(`${until}T00:00:00Z`) + dayMs);
  const before = typeof buy["end_time"] === "string" ? Date.parse(buy["end_time"]) : Number.NaN;
  const end = { field: "end", after: wireTime(after) } as const;
  if (Number.isNaN(before)) return [end];
  if (before === after.getTime()) return [];
  if (before > after.getTime())
    return {
      refused: `the last day of ${mediaBuyId} is ${dayOf(before - 1)}, after ${until}: no order is shortened, but it can be decreased, paused or cancelled`,
    };
  return [{ ...end, before: wireTime(new Date(before)) }];
}

function creatives(found: Package, after: readonly string[]): Difference[] {
  const bookedCurrency: unknown = found["creative_ids"];
  const before = Array.isArray(bookedCurrency) ? bookedCurrency.map(String) : undefined;
  if (before !== undefined && [...before].sort().join("\n") === [...after].sort().join("\n")) return [];
  return [{ field: "creatives", packageId: found.package_id, before, after }];
}

function onlyWhole(done: string, { mediaBuyId, packageId }: Subject, { packages = [] }: MediaBuy) {
  return {
    refused:
      `${mediaBuyId} holds ${packages.length} packages and is ${done} as a whole: ` +
      `name ${mediaBuyId} to mean all of it, or pause ${packageId}`,
  };
}

function unknownPackage({ mediaBuyId, packageId }: Pick<Subject, "mediaBuyId" | "packageId">) {
  return {
    refused:
      packageId === undefined
        ? `${mediaBuyId} holds several packages: name the line that is meant`
        : `its seller shows no package ${packageId} in ${mediaBuyId}`,
  };
}

function wireTime(time: Date): string {
  return `${time.toISOString().slice(0, 19)}Z`;
}
