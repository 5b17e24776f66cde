import { packageKey } from "./buy-identity.ts";
import { findShortfalls } from "./learn/shortfall/find-shortfalls.ts";
import type { Ports } from "./ports.ts";

/** Writes down what lines are missing by what sellers have told: once for each line, kind and last day of it. */
export function noteShortfalls({ journal }: Pick<Ports, "journal">): void {
  for (const shortfall of findShortfalls(journal.state())) {
    const { kind, period } = shortfall;
    journal.record(
      { type: "shortfall-found", shortfall },
      `shortfall/${packageKey(shortfall)}/${kind}/${period.end}`,
    );
  }
}
