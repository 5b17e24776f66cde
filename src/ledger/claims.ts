import type Database from "libsql";
import type { CapUseRow } from "./holdings.ts";
import { type CapUse, type Entry, nameScope, noCap, type Reservation } from "./ledger.ts";

/** The table of cap uses. `reserve`, `settle`, `reduce` and `grow` are called inside the ledger's own transaction. */
export function capUseStore(database: Database.Database) {
  const sum = database.prepare(
    "SELECT coalesce(sum(minor), 0) AS claimed FROM claim WHERE scope = ? AND key = ? AND currency = ? AND NOT (campaign = ? AND step = ?)",
  );
  const sumsElsewhere = database.prepare(
    boundElsewhere("claim", (n) => `?${n}`, "SELECT value FROM json_each(?7)"),
  );
  const insert = database.prepare(
    "INSERT INTO claim (campaign, step, scope, key, currency, minor, cap, state) VALUES (?, ?, ?, ?, ?, ?, ?, 'reserved')",
  );
  const commit = database.prepare("UPDATE claim SET state = 'committed' WHERE campaign = ? AND step = ?");
  const release = database.prepare(
    "DELETE FROM claim WHERE campaign = ? AND step = ? AND state = 'reserved'",
  );
  const shrink = database.prepare(
    "UPDATE claim SET minor = min(minor, ?) WHERE campaign = ? AND step = ? AND scope = ? AND key = ? AND currency = ?",
  );
  const raise = database.prepare(
    "UPDATE claim SET minor = max(minor, ?) WHERE campaign = ? AND step = ? AND scope = ? AND key = ? AND currency = ?",
  );
  const all = database.prepare("SELECT * FROM claim ORDER BY campaign, step, scope, key");
  const own = database.prepare("SELECT * FROM claim WHERE campaign = ? ORDER BY step, scope, key");
  const bind = (as: Database.Statement, campaign: string, step: string, claims: readonly CapUse[]): void => {
    for (const claim of claims) {
      checked(claim);
      as.run(claim.minor, campaign, step, claim.scope, claim.key, claim.currency);
    }
  };

  return {
    /**
     * Reserves all or nothing, instead of what the step had reserved; returns the first cap use that does not fit, with what
     * others use of its cap.
     */
    reserve: (
      campaign: string,
      { stepId: step, claims, evenPastCaps = false }: NonNullable<Entry["reserve"]>,
      worth: Entry["worth"],
    ): { claim: CapUse; claimed: number } | undefined => {
      for (const claim of claims) checked(claim);
      for (const claim of claims.filter(isCapped)) {
        const { scope, key, currency } = claim;
        // The query gives one row with one integer.
        const same = sum.get(scope, key, currency, campaign, step) as { claimed: number };
        const others = sumsElsewhere.all(...elsewhereOf(claim, campaign, step)) as Elsewhere[];
        const claimed = usedOf(claim, same.claimed, { others, worth });
        if (claimed + claim.minor > claim.cap && !evenPastCaps) return { claim, claimed };
      }
      release.run(campaign, step);
      for (const { scope, key, currency, minor, cap } of claims)
        insert.run(campaign, step, scope, key, currency, minor, cap);
      return undefined;
    },
    settle: (campaign: string, step: string, as: "committed" | "released"): void => {
      (as === "committed" ? commit : release).run(campaign, step);
    },
    /** Cap uses that the step does not have are left out; none grows. */
    reduce: (campaign: string, step: string, claims: readonly CapUse[]) =>
      bind(shrink, campaign, step, claims),
    /** Cap uses that the step does not have are left out; none becomes smaller, and caps are not checked. */
    grow: (campaign: string, step: string, claims: readonly CapUse[]) => bind(raise, campaign, step, claims),
    list: (campaign?: string): Reservation[] => {
      // The table is STRICT: its rows have these columns and types.
      const rows = (campaign === undefined ? all.all() : own.all(campaign)) as CapUseRow[];
      return rows.map(reservationIn);
    },
  };
}

/** What is bound under a cap by steps that have bound nothing under its own key in its own currency. */
export interface Elsewhere {
  readonly currency: string;
  readonly minor: number;
}

/**
 * Its query, with the values of `elsewhereOf`. A step that is bound in several currencies counts in one of them. `names`
 * selects those of the JSON list in the seventh value.
 */
export function boundElsewhere(table: string, value: (n: number) => string, names: string): string {
  const ofItsStep = (other: string) =>
    `SELECT 1 FROM ${table} AS ${other} WHERE ${other}.campaign = held.campaign AND ${other}.step = held.step`;
  const [campaign, step, scope, key, currency, whole] = [1, 2, 3, 4, 5, 6].map(value);
  return `SELECT currency, sum(minor) AS minor FROM ${table} AS held
    WHERE scope = ${scope} AND key IN (${key}, ${whole}) AND NOT (key = ${key} AND currency = ${currency})
    AND NOT (campaign = ${campaign} AND step = ${step})
    AND (key = ${key} OR EXISTS (
      ${ofItsStep("named")} AND named.scope = '${nameScope}' AND named.key IN (${names})))
    AND NOT EXISTS (
      ${ofItsStep("own")} AND own.scope = held.scope AND own.key = ${key} AND own.currency = ${currency})
    AND NOT EXISTS (
      ${ofItsStep("first")} AND first.scope = held.scope AND first.key IN (${key}, ${whole})
      AND (first.key <> ${key}, first.currency) < (held.key <> ${key}, held.currency))
    GROUP BY currency`;
}

export function elsewhereOf({ scope, key, currency, among }: CapUse, campaign: string, step: string) {
  return [campaign, step, scope, key, currency, among?.key ?? key, JSON.stringify(among?.names ?? [])];
}

/** What is bound of a cap, in its currency; `noCap` where that is too much to count. */
export function usedOf(
  { cap, currency }: CapUse,
  inOwn: number,
  { others, worth }: { readonly others: readonly Elsewhere[]; readonly worth: Entry["worth"] },
): number {
  const worthOf = ({ minor, currency: from }: Elsewhere) =>
    (Number.isSafeInteger(minor) ? worth?.(minor, from, currency) : undefined) ?? cap;
  return Math.min(
    noCap,
    others.reduce((sum, other) => sum + worthOf(other), inOwn),
  );
}

/** Whether it can be too much: what no cap stands over is only kept. */
export function isCapped({ cap }: Pick<CapUse, "cap">): boolean {
  return cap !== noCap;
}

/** What a row of the table holds. */
export function reservationIn({ campaign, step, state, ...claim }: CapUseRow): Reservation {
  return { campaignId: campaign, stepId: step, state, claim };
}

/** Throws a RangeError where an amount is none: money is whole minor units. */
export function checked({ scope, minor, cap }: CapUse): void {
  for (const amount of [minor, cap])
    if (!Number.isSafeInteger(amount) || amount < 0)
      throw new RangeError(`${amount} is not an amount that can be reserved under a cap per ${scope}`);
}
