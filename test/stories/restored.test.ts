import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { CampaignState } from "../../src/campaign/model/state/state.ts";
import { simulatedClock } from "../../src/lib/clock.ts";
import { isDeep, times } from "../depth.ts";
import { copyLedger, type Governance, type Life, live, openGovernance } from "./restored/desk.ts";
import { type Manner, type OwnBooks, openOwnBooks } from "./restored/own-books.ts";

const cutPoints = 17;
const begins = Date.parse("2027-01-04T08:00:00Z");
const hourMs = 3_600_000;

/** What a seller still does when the desk comes again; what it does not, the other protection must make good. */
const sellers: Readonly<Record<string, Manner>> = {
  "knows keys and tells references": { keepsKeys: true, tellsReferences: true },
  "has forgotten the keys": { keepsKeys: false, tellsReferences: true },
  "tells no references": { keepsKeys: true, tellsReferences: false },
};
const kinds = Object.keys(sellers);

const folder = mkdtempSync(join(tmpdir(), "flightdesk-restored-"));
let governance: Governance;
let homes = 0;
beforeAll(async () => {
  governance = await openGovernance();
});
afterAll(async () => {
  await governance[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

const newHome = () => join(folder, String(++homes));

interface Copy {
  readonly home: string;
  readonly at: number;
}

interface FirstLife {
  readonly books: OwnBooks;
  readonly booked: number;
  /** Homes with the ledger as it was at each point, and the time of it. */
  readonly copies: readonly Copy[];
}

/** A campaign that was lived to its end, with the ledger copied at `cutPoints` points that are spread over it. */
async function lived(kind: string): Promise<FirstLife> {
  const books = await openOwnBooks(["alpha", "beta"]);
  // What it forgets it forgets afterwards.
  Object.assign(books.manner, sellers[kind], { keepsKeys: true });
  const home = newHome();
  const everywhere: Copy[] = [];
  const { sequence } = await live({
    home,
    books,
    governance,
    clock: simulatedClock(begins),
    seen: (at) => {
      const copy = newHome();
      copyLedger(home, copy);
      everywhere.push({ home: copy, at });
    },
  });
  expect({ orders: books.orders.length, booked: books.booked() }).toEqual({ orders: 2, booked: 8_500 });
  expect(everywhere.length).toBe(sequence);
  expect(everywhere.length).toBeGreaterThan(cutPoints);
  const copies = Array.from({ length: cutPoints }, (_, n) =>
    everywhere.slice(Math.floor((n * (everywhere.length - 1)) / cutPoints)).slice(0, 1),
  ).flat();
  return { books, booked: books.booked(), copies };
}

/** What the sellers' books hold after the desk came again, against what they held before. */
async function again(
  first: FirstLife,
  kind: string,
  { home, at = begins, without = [] }: Partial<Copy> & Pick<Life, "home" | "without">,
) {
  const { books, booked } = first;
  Object.assign(books.manner, sellers[kind]);
  // A seller promises to know keys for a day.
  const clock = simulatedClock(at + (books.manner.keepsKeys ? 1 : 25) * hourMs);
  const state = await live({ home, without, books, governance, clock });
  const known = state.steps.filter(
    ({ step, status }) => step.task === "create_media_buy" && status === "done",
  );
  return {
    orders: books.orders.length,
    twice: books.twice(),
    more: books.booked() - booked,
    known: known.length,
  };
}

const nothingMore = { orders: 2, twice: [], more: 0, known: 2 };

it.each(kinds)("buys nothing twice from a restored ledger, at a seller that %s", async (kind) => {
  const first = await lived(kind);
  // In the ordinary run each point at one of the sellers.
  const points = first.copies.filter((_, point) => isDeep || kinds[point % kinds.length] === kind);
  // Each desk comes to sellers that the one before it has been at.
  for (const copy of points) expect(await again(first, kind, copy), copy.home).toEqual(nothingMore);
  await first.books.market[Symbol.asyncDispose]();
});

it.each(kinds)("buys nothing twice without the ledger, at a seller that %s", async (kind) => {
  const first = await lived(kind);
  for (let n = 0; n < times(1, 10); n++)
    expect(await again(first, kind, { home: newHome() })).toEqual(nothingMore);
  await first.books.market[Symbol.asyncDispose]();
});

// Who asks at the same moment is shown the same books: there only the key tells the two orders apart from one.
it.each(kinds.filter((kind) => sellers[kind]?.keepsKeys === true))(
  "buys once for two desks with one brief at once, at a seller that %s",
  async (kind) => {
    for (let n = 0; n < times(1, 9); n++) {
      const books = await openOwnBooks(["alpha", "beta"]);
      Object.assign(books.manner, sellers[kind]);
      const clock = simulatedClock(begins);
      const hasBought = meeting(2);
      const [one, other] = await Promise.all(
        [newHome(), newHome()].map((home) => live({ home, books, governance, clock, hasBought })),
      );
      expect({ orders: books.orders.length, twice: books.twice() }).toEqual({ orders: 2, twice: [] });
      expect(boughtIn(other)).toEqual(boughtIn(one));
      await books.market[Symbol.asyncDispose]();
    }
  },
);

it("goes red with random keys and without the look-ups", async () => {
  const first = await lived(kinds[0] ?? "");
  const without = ["keys", "look-ups"] as const;
  const { twice, more } = await again(first, kinds[0] ?? "", { home: newHome(), without });
  expect(twice).toHaveLength(2);
  expect(more).toBeGreaterThan(0);
  await first.books.market[Symbol.asyncDispose]();
});

it("stays green with either of the two", async () => {
  const first = await lived(kinds[0] ?? "");
  for (const without of [["keys"], ["look-ups"]] as const)
    expect(await again(first, kinds[0] ?? "", { home: newHome(), without })).toEqual(nothingMore);
  await first.books.market[Symbol.asyncDispose]();
});

/** Comes true for all when so many have come. */
function meeting(people: number): () => Promise<void> {
  let open: () => void = () => undefined;
  const all = new Promise<void>((resolve) => {
    open = resolve;
  });
  let come = 0;
  return () => {
    come += 1;
    if (come === people) open();
    return all;
  };
}

/** Ids of the buys at their sellers. */
function boughtIn(state: CampaignState | undefined): unknown[] {
  const buys = state?.steps.filter(({ step }) => step.task === "create_media_buy") ?? [];
  return buys.map(({ receipt }) => receipt?.payload["media_buy_id"]);
}
