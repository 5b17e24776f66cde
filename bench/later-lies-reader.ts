import { readFileSync } from "node:fs";
import { type App, createApp } from "../src/app.ts";
import { type Desk, type DeskSettings, openDesk } from "../src/index.ts";
import { simulatedClock } from "../src/lib/clock.ts";

/**
 * What a person can read of a campaign, for `bench/later-lies.ts`: as a program with the ledgers' list as its argument it reads
 * all of them in a process of its own and prints what it read as JSON. No seller is asked.
 */

export interface Kept {
  readonly home: string;
  readonly campaignId: string;
  /** UTC milliseconds. */
  readonly now: number;
  readonly settings: DeskSettings;
}

export interface Seen {
  /** A text for each decision that waits. */
  readonly asked: readonly string[];
  readonly alerts: readonly string[];
  readonly waitsForPerson: boolean;
  /** Letters that ask a seller for money, and lines that are short. */
  readonly claims: readonly string[];
  /** Minor units of the budget. */
  readonly bound: number;
  /** What `status` says is left of it. */
  readonly remaining: number | undefined;
}

export async function read(doors: Desk, { ledger }: Pick<App, "ledger">, campaign: string): Promise<Seen> {
  const { campaigns } = await doors.status();
  const { waiting } = await doors.inbox();
  const { money, claims } = await doors.claims({ campaign });
  const own = campaigns.find((one) => one.campaign === campaign);
  return {
    asked: waiting.map(({ purpose, reasons, asBooked, buyChanges }) =>
      JSON.stringify({ purpose, reasons, asBooked, buyChanges }),
    ),
    alerts: own?.alerts.map(({ text }) => text) ?? [],
    waitsForPerson: own?.waiting.some(({ type }) => type === "person") ?? false,
    claims: [
      ...(money ?? []).map(({ claim }) => claim),
      ...claims.map(({ kind, lineId }) => `${lineId} is short, ${kind}`),
    ],
    bound: (await ledger.reservations(campaign))
      .filter(({ claim }) => claim.scope === "budget")
      .reduce((sum, { claim }) => sum + claim.minor, 0),
    remaining: own?.budgetReconciliation?.remaining.minor,
  };
}

const [list] = process.argv.slice(2);
if (process.argv[1]?.endsWith("later-lies-reader.ts") && list !== undefined) {
  const seen: Seen[] = [];
  // The bench has written it.
  for (const { home, campaignId, now, settings } of JSON.parse(
    readFileSync(list, "utf8"),
  ) as readonly Kept[]) {
    const clock = simulatedClock(new Date(now).toISOString());
    await using doors = await openDesk({ settings, clock, caller: { name: "bench", person: "kim" } });
    await using app = createApp({
      settings: { home },
      secrets: {},
      policies: [],
      clock,
      progress: () => undefined,
    });
    seen.push(await read(doors, app, campaignId));
  }
  process.stdout.write(JSON.stringify(seen));
}
