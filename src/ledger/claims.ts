import type Database from "libsql";
import type { ClaimRow } from "./holdings.ts";
import type { Claim, Entry, Reservation } from "./ledger.ts";

/** The table of claims. `reserve`, `settle`, `reduce` and `grow` are called inside the ledger's own transaction. */
export function claimStore(database: Database.Database) {
  const sum = database.prepare(
    "SELECT coalesce(sum(minor), 0) AS claimed FROM claim WHERE scope = ? AND key = ? AND currency = ? AND NOT (campaign = ? AND step = ?)",
  );
  const sumsElsewhere = database.prepare(`${boundElsewhere("claim")}
    AND scope = ? AND key = ? AND currency <> ? AND NOT (campaign = ? AND step = ?) GROUP BY currency`);
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

  return {
    /**
     * Claims all or nothing, instead of what the step had reserved; returns the first claim that does not fit, with what others
     * hold of its cap.
     */
    reserve: (
      campaign: string,
      { stepId: step, claims, evenPastCaps = false }: NonNullable<Entry["reserve"]>,
      worth: Entry["worth"],
    ): { claim: Claim; claimed: number } | undefined => {
      for (const claim of claims) {
        checked(claim);
        const { scope, key, currency } = claim;
        // The query gives one row with one integer.
        const same = sum.get(scope, key, currency, campaign, step) as { claimed: number };
        const others = sumsElsewhere.all(currency, scope, key, currency, campaign, step) as Elsewhere[];
        const claimed = claimedOf(claim, same.claimed, { others, worth });
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
    /** Claims that the step does not hold are left out; none grows. */
    reduce: (campaign: string, step: string, claims: readonly Claim[]): void => {
      for (const claim of claims) {
        checked(claim);
        shrink.run(claim.minor, campaign, step, claim.scope, claim.key, claim.currency);
      }
    },
    /** Claims that the step does not hold are left out; none becomes smaller, and caps are not asked. */
    grow: (campaign: string, step: string, claims: readonly Claim[]): void => {
      for (const claim of claims) {
        checked(claim);
        raise.run(claim.minor, campaign, step, claim.scope, claim.key, claim.currency);
      }
    },
    list: (campaign?: string): Reservation[] => {
      // The table is STRICT: its rows have these columns and types.
      const rows = (campaign === undefined ? all.all() : own.all(campaign)) as ClaimRow[];
      return rows.map(reservationIn);
    },
  };
}

/** What is bound under a cap in another currency, by steps that have bound nothing of it in the cap's own. */
export interface Elsewhere {
  readonly currency: string;
  readonly minor: number;
}

/** The beginning of its query. The first value is the cap's own currency. */
export function boundElsewhere(table: string, own = "?"): string {
  return `SELECT currency, sum(minor) AS minor FROM ${table} AS held WHERE NOT EXISTS (
    SELECT 1 FROM ${table} AS own WHERE own.campaign = held.campaign AND own.step = held.step
    AND own.scope = held.scope AND own.key = held.key AND own.currency = ${own})`;
}

/** What is bound of a claim's cap, in its currency. */
export function claimedOf(
  { cap, currency }: Claim,
  inOwn: number,
  { others, worth }: { readonly others: readonly Elsewhere[]; readonly worth: Entry["worth"] },
): number {
  return others.reduce((sum, other) => sum + (worth?.(other.minor, other.currency, currency) ?? cap), inOwn);
}

/** What a row of the table holds. */
export function reservationIn({ campaign, step, state, ...claim }: ClaimRow): Reservation {
  return { campaignId: campaign, stepId: step, state, claim };
}

/** Throws a RangeError where an amount is none: money is whole minor units. */
export function checked({ scope, minor, cap }: Claim): void {
  for (const amount of [minor, cap])
    if (!Number.isSafeInteger(amount) || amount < 0)
      throw new RangeError(`${amount} is not an amount that can be claimed of a cap per ${scope}`);
}
