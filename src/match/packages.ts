import { dayOf } from "../lib/days.ts";
import { groupBy } from "../lib/group-by.ts";
import { canonicalTarget } from "../protocol/keys/target-uri.ts";
import { type MatchPackage, matchPackagesSchema } from "../protocol/records/match-package.ts";
import { watchedFile } from "./watched-file.ts";

/** The packages that may be matched now: all that the two sides of a match share. */
export interface PackageList {
  /** Of one seller, running today: none where the list is out of date or the seller unknown. */
  readonly of: (sellerUrl: string, now: number) => ReadonlyMap<string, MatchPackage>;
  /** When the list was last seen to be another one, in UTC milliseconds. */
  readonly changedAt: () => number;
  readonly refresh: (now: number) => boolean;
}

interface Listed {
  readonly validUntil: number;
  readonly packages: readonly MatchPackage[];
  /** The packages alone: a list that is renewed with the same ones has not changed. */
  readonly text: string;
}

const nothing: Listed = { validUntil: Number.POSITIVE_INFINITY, packages: [], text: "[]" };

interface Running {
  readonly of: Listed;
  readonly day: string;
  readonly bySeller: ReadonlyMap<string, ReadonlyMap<string, MatchPackage>>;
}

const none: ReadonlyMap<string, MatchPackage> = new Map();

/** Reads the list of a file that `flightdesk match packages` writes. */
export function openPackageList(
  file: string,
  { now, onNotice }: { readonly now: number; readonly onNotice: (line: string) => void },
): PackageList {
  const watched = watchedFile(file, { read: readList, none: nothing, onNotice });
  let { text } = watched.value();
  let changedAt = now;
  /** Who runs on a day changes with the day and the list alone. */
  let running: Running = { of: watched.value(), day: "", bySeller: new Map() };
  const runningOn = (day: string) => {
    if (running.of !== watched.value() || running.day !== day)
      running = { of: watched.value(), day, bySeller: runningIn(watched.value(), day) };
    return running.bySeller;
  };
  return {
    of: (sellerUrl, at) => {
      if (at > watched.value().validUntil) return none;
      return runningOn(dayOf(at)).get(sellerKey(sellerUrl)) ?? none;
    },
    changedAt: () => changedAt,
    refresh: (at) => {
      if (!watched.refresh() || watched.value().text === text) return false;
      text = watched.value().text;
      changedAt = at;
      return true;
    },
  };
}

function readList(text: string): Listed {
  const { valid_until, packages } = matchPackagesSchema.parse(JSON.parse(text));
  return { validUntil: Date.parse(valid_until), packages, text: JSON.stringify(packages) };
}

function runningIn({ packages }: Listed, day: string): Running["bySeller"] {
  const today = packages.filter(({ start, end }) => start <= day && day <= end);
  const bySeller = groupBy(today, ({ seller_agent }) => sellerKey(seller_agent.agent_url));
  return new Map(
    [...bySeller].map(([seller, own]) => [seller, new Map(own.map((one) => [one.package_id, one]))]),
  );
}

/** A seller agent's address in the one spelling that all of its spellings share. */
export function sellerKey(url: string): string {
  return canonicalTarget(url)?.uri ?? url;
}
