import { type Clock, isoTime } from "../../lib/clock.ts";
import { digest } from "../../lib/digest.ts";
import { type Money, money, totalMoney } from "../../lib/money.ts";
import type { Condition, GovernedPlan } from "./rules.ts";

export interface Check {
  readonly check_id: string;
  readonly target_agent: string | undefined;
  /** In the plan's currency. */
  readonly asked: Money;
}

interface Entry {
  readonly timestamp: string;
  readonly actor: string;
  readonly action: string;
  readonly reason?: string;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly conditions?: readonly Condition[];
}

/** One plan with what was checked, committed and reported about it. */
export interface PlanRecord {
  plan: GovernedPlan;
  version: number;
  readonly checks: Map<string, Check>;
  /** By check: an outcome that is reported again replaces the first. */
  readonly commitments: Map<string, Money>;
  /** By check: the last outcome that was reported of it, so that the same report again is the same outcome. */
  readonly outcomes: Map<string, { readonly digest: string; readonly outcome_id: string }>;
  readonly entries: Entry[];
}

/** The governance agent's books: plans by principal, the money that outcomes committed, and the audit log. */
export function planBook(clock: Clock) {
  const records = new Map<string, PlanRecord>();
  const idOf = (plan_id: string, principal: string) => JSON.stringify([principal, plan_id]);

  function put(plan: GovernedPlan, principal: string): PlanRecord {
    const id = idOf(plan.plan_id, principal);
    const known = records.get(id);
    const record = known ?? {
      plan,
      version: 0,
      checks: new Map(),
      commitments: new Map(),
      outcomes: new Map(),
      entries: [],
    };
    if (known === undefined || digest(known.plan) !== digest(plan)) record.version += 1;
    record.plan = plan;
    records.delete(id);
    records.set(id, record);
    return record;
  }

  function find(plan_id: string, principal: string): PlanRecord | undefined {
    return records.get(idOf(plan_id, principal));
  }

  function all(principal: string): PlanRecord[] {
    return [...records].flatMap(([id, record]) =>
      id === idOf(record.plan.plan_id, principal) ? [record] : [],
    );
  }

  /** A principal's plan for a brand that was created or changed last. */
  function latestOf(brand: string | undefined, principal: string): PlanRecord | undefined {
    return all(principal).findLast(({ plan }) => plan.brand.domain === brand);
  }

  function log(record: PlanRecord, entry: Omit<Entry, "timestamp">): void {
    record.entries.push({ timestamp: isoTime(clock.now()), ...entry });
  }

  return { put, find, all, latestOf, log };
}

/** What is committed on a plan, by all sellers or by one. */
export function committed(record: PlanRecord, seller?: { readonly target_agent: string | undefined }): Money {
  const counted = [...record.commitments].filter(
    ([check_id]) => seller === undefined || record.checks.get(check_id)?.target_agent === seller.target_agent,
  );
  return totalMoney(counted, record.plan.budget.currency, ([, amount]) => amount);
}

export function remaining(record: PlanRecord, total: Money): Money {
  return money(total.minor - committed(record).minor, total.currency);
}
