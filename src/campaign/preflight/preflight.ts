import { addresses } from "./checks/addresses.ts";
import { budget } from "./checks/budget.ts";
import { currency } from "./checks/currency.ts";
import { duplicate } from "./checks/duplicate.ts";
import { flight } from "./checks/flight.ts";
import { geography } from "./checks/geography.ts";
import { operator } from "./checks/operator.ts";
import { release } from "./checks/release.ts";
import { total } from "./checks/total.ts";
import type { Check, PreflightFacts } from "./facts.ts";
import { type CheckName, checkNames, type Finding } from "./finding.ts";

const checks: Readonly<Record<CheckName, Check>> = {
  flight,
  budget,
  currency,
  geography,
  duplicate,
  total,
  addresses,
  release,
  operator,
};

/** Everything that speaks against buying this plan now, in the order of the checks. Pure: the same facts, the same findings. */
export function preflight(facts: PreflightFacts): Finding[] {
  return checkNames.flatMap((check) => checks[check](facts).map((finding) => ({ check, ...finding })));
}
