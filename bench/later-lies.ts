import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { turn } from "../src/campaign/run/turn.ts";
import { type Desk, openDesk } from "../src/index.ts";
import { money } from "../src/lib/money.ts";
import type { Json, RawAgent } from "../test/canned/raw-market.ts";
import { signedReport } from "../test/canned/raw-market.ts";
import { openHostileDesk } from "../test/stories/hostile/desk.ts";
import type { Kept, Seen } from "./later-lies-reader.ts";
import {
  at,
  type Booked,
  dateOf,
  flight,
  type Habit,
  habits,
  type LaterSeller,
  laterSeller,
  type Quirk,
  type Row,
} from "./later-lies-sellers.ts";

/**
 * Does the desk find what a seller does after the purchase? Twelve lies of six sellers, over MCP and A2A, each on a campaign of
 * EUR 45,000.00 that was bought honestly; and what honest sellers do, which is to raise nothing. For each lie: within a day of
 * turns after the first answer that shows it, a person must be asked about it and `status` must say so; the larger amount must be
 * bound, the buy paused where a pause is due, no money of ours added, not even when a person tries; and all of this must hold in
 * a new process on the same ledger. `npx tsx bench/later-lies.ts "spends while paused" lifetime` tries some of it.
 * Exits 1 where a cell fails.
 */
const [wantedCase = "", wantedSeller = ""] = process.argv.slice(2);
const hourMs = 3_600_000;
const budget = 10_000_000;
const orderedMinor = 4_500_000;
const start = "2027-01-10T06:00:00Z";
/** Turns a day once there is something to find. */
const turnsADay = 4;
const atOnce = 4;

const sellers: readonly (readonly [Habit, RawAgent["speaks"]])[] = [
  ["revisions", "mcp"],
  ["revisions", "a2a-1.0"],
  ["bare", "mcp"],
  ["zeros", "mcp"],
  ["lifetime", "mcp"],
  ["late", "mcp"],
  ["people", "mcp"],
  ["people", "a2a-0.3"],
];

interface Case {
  readonly name: string;
  readonly quirk?: (habit: Habit, of: () => LaterSeller) => Quirk;
  /** What we do ourselves, at noon of day 3. */
  readonly ours?: "pause" | "cancel" | "decrease";
}

interface Lie extends Case {
  readonly begins: string;
  readonly quirk: (habit: Habit, of: () => LaterSeller) => Quirk;
  /** What names it to a person: one of these. */
  readonly says: RegExp;
  /** Minor units that are bound at least, beside all that was told as spent. */
  readonly binds: number;
  /** Whether it is paused after it is seen. */
  readonly pauses: "yes" | "no" | "any";
  /** A letter that asks for the money is drafted. */
  readonly isClaimed?: true;
  /** Its seller says it by a signed report, once the figures have been final for some days. */
  readonly isReported?: true;
  /** At these sellers alone. */
  readonly only?: readonly Habit[];
}

const inFirst = (shown: Booked, change: (one: Json) => Json): Booked => ({
  ...shown,
  packages: shown.packages.map((one, n) => (n === 0 ? change(one) : one)),
});
const scaled = (row: Row, minor: number): Row => ({
  ...row,
  minor,
  impressions: Math.round((minor / 1_500) * 1_000),
});

const raises =
  (from: number): Lie["quirk"] =>
  (habit) => ({
    from,
    books: (shown) => ({
      ...inFirst(shown, (one) => ({ ...one, budget: Number(one["budget"]) + 15_000 })),
      ...(habit !== "bare" && { revision: Number(shown["revision"]) + 1 }),
    }),
  });
const adds =
  (from: number): Lie["quirk"] =>
  () => ({
    from,
    books: (shown) => ({
      ...shown,
      packages: [
        ...shown.packages,
        { ...shown.packages[0], package_id: "pk_extra", buyer_ref: undefined, budget: 9_000 },
      ],
    }),
  });
const movesEnd =
  (from: number): Lie["quirk"] =>
  () => ({
    from,
    books: (shown) => ({ ...shown, end_time: "2027-03-11T00:00:00Z" }),
  });
const turnsToDollars =
  (from: number): Lie["quirk"] =>
  () => ({
    from,
    books: (shown) => ({ ...shown, currency: "USD" }),
  });
const spendsMore =
  (day: number, more: number): Lie["quirk"] =>
  () => ({
    from: at(day),
    rows: (rows) => {
      const first = rows[0]?.packageId;
      return rows.map((row) =>
        row.date === dateOf(day) && row.packageId === first ? scaled(row, row.minor + more) : row,
      );
    },
  });
const spendsBeside =
  (day: number): Lie["quirk"] =>
  () => ({
    from: at(day),
    rows: (rows, now) =>
      now < at(day + 1)
        ? rows
        : [...rows, { packageId: "pk_own", date: dateOf(day), minor: 600_000, impressions: 400_000 }],
  });
const raisedText = /60,000|45,000|30,000/;

/** What is expected of each, from what the documents say of it. */
const lies: readonly Lie[] = [
  {
    name: "raises the budget",
    begins: "day 3",
    quirk: raises(at(3)),
    says: raisedText,
    binds: 6_000_000,
    pauses: "yes",
  },
  {
    name: "raises the budget",
    begins: "last day",
    quirk: raises(at(27)),
    says: raisedText,
    binds: 6_000_000,
    pauses: "yes",
    only: ["revisions", "lifetime"],
  },
  {
    name: "adds a package",
    begins: "day 3",
    quirk: adds(at(3)),
    says: /pk_extra|9,000/,
    binds: 5_400_000,
    pauses: "yes",
  },
  {
    name: "adds a package",
    begins: "after the end",
    quirk: adds(at(29)),
    says: /pk_extra|9,000/,
    binds: 5_400_000,
    pauses: "any",
    only: ["bare", "people"],
  },
  {
    name: "moves the end later",
    begins: "day 3",
    quirk: movesEnd(at(3)),
    says: /2027-03-1/,
    binds: orderedMinor,
    pauses: "yes",
  },
  {
    name: "moves the end later",
    begins: "last day",
    quirk: movesEnd(at(27)),
    says: /2027-03-1/,
    binds: orderedMinor,
    pauses: "yes",
    only: ["bare", "late"],
  },
  // Without a dated rate it cannot be counted, and fills what it is counted against.
  {
    name: "changes the currency",
    begins: "day 3",
    quirk: turnsToDollars(at(3)),
    says: /USD/,
    binds: budget,
    pauses: "yes",
  },
  {
    name: "another product or option",
    begins: "day 3",
    quirk: (habit) => ({
      from: at(3),
      books: (shown) =>
        inFirst(shown, (one) => ({
          ...one,
          ...(["revisions", "zeros", "late"].includes(habit)
            ? { product_id: "other_product" }
            : { pricing_option_id: "option_b" }),
        })),
    }),
    says: /other_product|option_b/,
    binds: orderedMinor,
    pauses: "yes",
  },
  {
    name: "another price",
    begins: "day 3",
    quirk: (habit) =>
      ["revisions", "zeros", "late"].includes(habit)
        ? { from: at(3), books: (shown) => inFirst(shown, (one) => ({ ...one, fixed_price: 30 })) }
        : {
            from: at(3),
            rows: (rows) =>
              rows.map((row) =>
                habit === "lifetime" || row.date >= dateOf(3)
                  ? { ...row, impressions: Math.round(row.impressions / 2) }
                  : row,
              ),
          },
    says: /30\.00/,
    binds: orderedMinor,
    pauses: "yes",
  },
  {
    name: "spends above the order",
    begins: "day 3",
    quirk: spendsMore(3, 5_000_000),
    says: /spen[dt]/i,
    binds: orderedMinor,
    pauses: "yes",
  },
  {
    name: "spends above the order",
    begins: "last day",
    quirk: spendsMore(27, 600_000),
    says: /spen[dt]/i,
    binds: 5_100_000,
    pauses: "any",
    only: ["revisions", "lifetime", "zeros"],
  },
  {
    name: "spends above the order",
    begins: "after the end",
    quirk: (_, of) => ({
      from: at(29),
      rows: (rows, now) => {
        const packageId = [...of().ordered.keys()][0] ?? "";
        return now < at(30)
          ? rows
          : [...rows, { packageId, date: dateOf(29), minor: 400_000, impressions: 266_667 }];
      },
    }),
    says: /spen[dt]/i,
    binds: 4_900_000,
    pauses: "any",
    only: ["bare", "lifetime", "people"],
  },
  {
    name: "spends in a package of its own",
    begins: "day 3",
    quirk: spendsBeside(3),
    says: /pk_own|6,000/,
    binds: orderedMinor,
    pauses: "yes",
    isClaimed: true,
  },
  {
    name: "spends in a package of its own",
    begins: "last day",
    quirk: spendsBeside(27),
    says: /pk_own|6,000/,
    binds: 5_100_000,
    pauses: "any",
    isClaimed: true,
    only: ["revisions", "bare", "late"],
  },
  {
    name: "spends while paused",
    begins: "day 3",
    ours: "pause",
    quirk: () => ({ from: at(3), ignores: "pause" }),
    says: /spen[dt][^.]*(paus|stop)|(paus|stop)[^.]*spen[dt]|not stopped/is,
    binds: orderedMinor,
    pauses: "yes",
    isClaimed: true,
  },
  {
    name: "spends after our cancellation",
    begins: "day 3",
    ours: "cancel",
    quirk: () => ({ from: at(3), ignores: "cancel" }),
    says: /spen[dt][^.]*cancel|cancel[^.]*spen[dt]|not stopped/is,
    binds: 0,
    pauses: "yes",
    isClaimed: true,
  },
  {
    name: "restates downward after final",
    begins: "day 8",
    quirk: () => ({
      from: at(8),
      rows: (rows) =>
        rows.map((row) => (row.date === dateOf(0) ? scaled(row, Math.round(row.minor / 2)) : row)),
    }),
    says: /final|restat|changed/i,
    binds: orderedMinor,
    pauses: "no",
    isReported: true,
    only: ["revisions", "bare", "zeros", "late", "people"],
  },
  {
    name: "restates downward after final",
    begins: "after the end",
    quirk: () => ({
      from: at(36),
      rows: (rows) =>
        rows.map((row) => (row.date === dateOf(27) ? scaled(row, Math.round(row.minor / 2)) : row)),
    }),
    says: /final|restat|changed/i,
    binds: orderedMinor,
    pauses: "no",
    isReported: true,
    only: ["lifetime", "revisions"],
  },
  {
    name: "agrees to less and does not do it",
    begins: "day 3",
    ours: "decrease",
    quirk: () => ({ from: at(3), ignores: "decrease" }),
    says: /20,000|30,000/,
    binds: orderedMinor,
    pauses: "no",
  },
];

const renamed = <Value>(value: Value, { slug }: LaterSeller): Value =>
  JSON.parse(JSON.stringify(value).replaceAll(`"${slug}-p`, `"${slug}-renamed-`));
const rounded = (amount: number) => Math.round(amount * 100) / 100;

const twins: readonly (Case & { readonly quirk: Lie["quirk"] })[] = [
  {
    name: "rounds to cents",
    quirk: () => ({
      from: at(0),
      // Its rows have more digits than money has; its totals are sums of what is rounded.
      report: (told) => ({
        ...told,
        delivery: withSpend(told["delivery"], (amount) => rounded(amount + 0.01)),
        by_package: (told["by_package"] as readonly Json[]).map((one) => ({
          ...one,
          ...(Array.isArray(one["timeseries"]) && {
            timeseries: one["timeseries"].map((row: Json) => withSpend(row, (amount) => amount + 0.0014)),
          }),
        })),
      }),
      books: (shown) => ({
        ...shown,
        packages: shown.packages.map((one) => ({ ...one, budget: Number(one["budget"]) + 0.004 })),
      }),
    }),
  },
  {
    name: "tells fewer fields",
    quirk: () => ({
      from: at(3),
      books: ({ media_buy_id, status, buyer_ref, packages }) => ({
        media_buy_id,
        status,
        buyer_ref,
        packages: packages.map(({ package_id, budget: amount }) => ({ package_id, budget: amount })),
      }),
      report: (told) => ({
        delivery: told["delivery"],
        by_package: (told["by_package"] as readonly Json[]).map(({ product_id: _, ...one }) => one),
      }),
    }),
  },
  {
    name: "renames packages and keeps our reference",
    quirk: (_, of) => ({
      from: at(3),
      books: (shown) => renamed(shown, of()),
      report: (told) =>
        renamed(
          {
            ...told,
            by_package: (told["by_package"] as readonly Json[]).map((one) => ({
              ...one,
              buyer_ref: of().refOf(String(one["package_id"])),
            })),
          },
          of(),
        ),
    }),
  },
  {
    name: "reports within its delay",
    quirk: () => ({ from: at(0), tellsAfterMs: 20 * hourMs }),
  },
  {
    name: "restates before final within tolerance",
    quirk: () => ({
      from: at(0),
      rows: (rows, now) =>
        rows.map((row) =>
          Date.parse(row.date) + 48 * hourMs > now ? scaled(row, Math.round(row.minor * 0.99)) : row,
        ),
    }),
  },
  {
    name: "another time zone",
    quirk: () => ({
      from: at(0),
      books: (shown) => ({
        ...shown,
        start_time: inNewYork(String(shown["start_time"])),
        end_time: inNewYork(String(shown["end_time"])),
      }),
      // Its day begins five hours after ours: the flight is over 29 of its days, the first and the last in part.
      rows: (rows, now) =>
        rows.flatMap((row) => {
          if (Date.parse(row.date) + 29 * hourMs > now) return [];
          if (row.date === dateOf(27)) return [scaled(row, Math.round((row.minor * 19) / 24))];
          const before = scaled({ ...row, date: dateOf(-1) }, Math.round((row.minor * 5) / 24));
          return row.date === flight.start ? [before, row] : [row];
        }),
    }),
  },
  {
    name: "spends for the hours of its delay after a pause",
    ours: "pause",
    quirk: () => ({ from: at(0), stopsAfterMs: 4 * hourMs }),
  },
  {
    name: "agrees to less and shows it hours later",
    ours: "decrease",
    quirk: () => ({ from: at(0), showsAfterMs: 6 * hourMs }),
  },
];

/** What an honest flight brings by itself, with what we do in it. */
const controls: readonly Case[] = [
  { name: "nothing" },
  { name: "nothing, and we pause", ours: "pause" },
  { name: "nothing, and we order less", ours: "decrease" },
];

function withSpend(value: unknown, change: (amount: number) => number) {
  const { spend, ...rest } = value as {
    readonly spend?: { readonly amount: number; readonly currency: string };
  };
  return { ...rest, ...(spend && { spend: { ...spend, amount: change(spend.amount) } }) };
}

function inNewYork(instant: string): string {
  return `${new Date(Date.parse(instant) - 5 * hourMs).toISOString().slice(0, 19)}-05:00`;
}

const folder = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "flightdesk-bench-"));
const policies = join(folder, "policies");
mkdirSync(policies);

/** One campaign at one seller, with all doors to it. */
async function open({ quirk, ours }: Case, [habit, speaks]: (typeof sellers)[number]) {
  const made: LaterSeller[] = [];
  const of = () => {
    const [seller] = made;
    if (seller === undefined) throw new Error("there is no seller yet");
    return seller;
  };
  const desk = await openHostileDesk(
    (clock) => {
      const does = quirk?.(habit, of);
      made.push(laterSeller({ habit, speaks, now: clock.now, ...(does && { quirk: does }) }));
      return made;
    },
    {
      start,
      brief: { budget: money(budget, "EUR"), flight },
      settings: { public_url: "https://buyer.example", policies },
    },
  );
  const seller = of();
  const settings = {
    home: desk.home,
    registry_url: desk.market.url,
    separate_sellers: [desk.market.url],
    governance_url: desk.market.urlOf("governance"),
    well_known_url: `${desk.market.url}/domains/{domain}/.well-known/adagents.json`,
    operator: "desk.example",
    public_url: "https://buyer.example",
    policies,
  };
  const doors: Desk = await openDesk({
    settings,
    clock: desk.clock,
    caller: { name: "bench", person: "kim" },
  });
  const pass = async (app = desk.app, only?: ReadonlySet<string>) => {
    desk.wire.advance(60_000);
    const turns = await turn({ ledger: app.ledger, ports: app.ports }, only ? { only } : {});
    for (const { fault } of turns) if (fault !== undefined) throw new Error(fault);
  };
  const playTo = async (instant: number, everyMs: number) => {
    while (desk.clock.now() < instant) {
      desk.clock.advance(Math.min(everyMs, instant - desk.clock.now()));
      await pass();
    }
  };
  const change = async (verb: "pause" | "cancel" | "decrease" | "increase", by = 0) => {
    const domain = `${seller.slug}.example`;
    const [first] = seller.ordered;
    if (first === undefined) throw new Error("nothing is bought");
    const [packageId, major] = first;
    const isOfBuy = verb === "pause" || verb === "cancel";
    return doors.changeBuy({
      campaign: desk.campaignId,
      line: isOfBuy ? `${domain}/${seller.buyId()}` : packageId,
      requested: isOfBuy ? { verb } : { verb, to: { minor: Math.round(major * 100) + by, currency: "EUR" } },
      reason: "the client called",
      execute: true,
    });
  };
  const [every, often] = [24 * hourMs, (24 / turnsADay) * hourMs];
  return {
    desk,
    doors,
    seller,
    settings,
    pass,
    playTo,
    change,
    every,
    often,
    /** Buys, and does what we do ourselves; ends at the hour at which it begins. */
    begin: async (from: number) => {
      await pass();
      desk.clock.advance(4 * hourMs);
      await pass();
      const bought = [...seller.ordered.values()].reduce((sum, one) => sum + one, 0);
      if (Math.round(bought * 100) !== orderedMinor) throw new Error(`${bought} is bought`);
      await playTo(Math.min(at(3, 6), from), every);
      if (ours === undefined) return playTo(from, every);
      await playTo(at(3, 12), often);
      const answer = await change(ours, ours === "decrease" ? -1_000_000 : 0);
      say(answer);
    },
    [Symbol.asyncDispose]: async () => {
      await doors[Symbol.asyncDispose]();
      await desk[Symbol.asyncDispose]();
    },
  };
}

type Opened = Awaited<ReturnType<typeof open>>;

/** With LATER_LIES_ALOUD set, what each step came to. */
function say(what: unknown): void {
  if (process.env["LATER_LIES_ALOUD"] !== undefined)
    process.stderr.write(`${JSON.stringify(what, null, 1)}\n`);
}

/** What a person can read of it. */
async function seen({ doors, desk }: Pick<Opened, "doors" | "desk">): Promise<Seen> {
  return (await import("./later-lies-reader.ts")).read(doors, desk.app, desk.campaignId);
}

/** Whether more of our money went to the seller than was ordered, since it began. */
function added({ seller }: Opened, from: number): number {
  const more = seller.changes.filter(({ at: when, updates }) => {
    if (when < from) return false;
    const packages = (updates["packages"] ?? []) as readonly Json[];
    return (
      updates["status"] === "active" ||
      packages.some(
        ({ package_id, budget: to, paused }) =>
          paused === false || Number(to ?? 0) > (seller.ordered.get(String(package_id)) ?? 0),
      )
    );
  });
  return more.length + seller.orders() - 1;
}

interface Cell {
  readonly lie: string;
  readonly seller: string;
  readonly shown: string;
  readonly seen: boolean;
  readonly bound: boolean;
  readonly paused: boolean;
  readonly added: boolean;
  readonly again: boolean | undefined;
  readonly notes: readonly string[];
  readonly isOk: boolean;
}

const kept: (Kept & { readonly check: (read: Seen) => string[] })[] = [];
const cells: (Omit<Cell, "again" | "isOk"> & { readonly keptAs: number })[] = [];

async function tell({ desk, seller }: Opened): Promise<number> {
  const [key] = desk.market.keysOf(seller.slug);
  if (key === undefined) throw new Error("it has no key");
  const woken = new Set<string>();
  const receive = desk.app.webhooks(
    (id) => woken.add(id),
    () => undefined,
  );
  const now = new Date(desk.clock.now()).toISOString();
  const body = {
    idempotency_key: `${seller.slug}-${now}`,
    task_id: "report",
    task_type: "get_media_buy_delivery",
    status: "completed",
    timestamp: now,
  };
  const {
    url,
    headers,
    body: text,
  } = signedReport(
    seller.reportsTo(),
    { ...body, result: { media_buy_id: seller.buyId(), notification_type: "final" } },
    key,
    desk.wire.now(),
  );
  const { status } = await receive(
    new Request(url, { method: "POST", headers: { Host: new URL(url).host, ...headers }, body: text }),
  );
  desk.wire.advance(60_000);
  for (const { fault } of await turn({ ledger: desk.app.ledger, ports: desk.app.ports }, { only: woken }))
    if (fault !== undefined) throw new Error(fault);
  return status;
}

async function tryLie(lie: Lie, which: (typeof sellers)[number]): Promise<void> {
  await using run = await open(lie, which);
  const { desk, seller, playTo, often } = run;
  const { from } = lie.quirk(which[0], () => seller);
  await run.begin(from);
  const notes: string[] = [];
  if (lie.isReported) {
    const status = await tell(run);
    if (status !== 200) notes.push(`its report is answered with ${status}`);
  }
  // Some sellers show it days later; one that nobody asks never does.
  for (let day = 0; day < 6 && seller.shownAt() === undefined; day++)
    for (let n = 0; n < turnsADay && seller.shownAt() === undefined; n++)
      await playTo(desk.clock.now() + often, often);
  const shownAt = seller.shownAt();
  if (shownAt === undefined) notes.push("nobody has asked for what shows it");
  await playTo((shownAt ?? desk.clock.now()) + 24 * hourMs, often);
  const now = await seen(run);
  const toldThen = seller.told();
  const wanted = Math.max(lie.binds, toldThen);
  const pauses = seller.changes.filter(
    ({ at: when, updates }) =>
      when >= (shownAt ?? 0) &&
      (updates["status"] === "paused" ||
        updates["status"] === "canceled" ||
        ((updates["packages"] ?? []) as readonly Json[]).some(({ paused }) => paused === true)),
  ).length;
  const problems = (read: Seen) => [
    ...(read.asked.length > 0 ? [] : ["nobody is asked"]),
    ...(lie.says.test(read.asked.join("\n"))
      ? []
      : read.asked.length > 0
        ? ["the question does not name it"]
        : []),
    ...(read.waitsForPerson || read.alerts.some((text) => lie.says.test(text))
      ? []
      : ["`status` does not show it"]),
    ...(lie.isClaimed && read.claims.length === 0 ? ["no claim is drafted"] : []),
  ];
  const found = problems(now);
  notes.push(...found);
  if (now.bound < wanted) notes.push(`bound ${now.bound / 100}, expected ${wanted / 100}`);
  const isPaused = lie.pauses === "any" || pauses > 0 === (lie.pauses === "yes");
  if (!isPaused) notes.push(`${pauses} pauses are sent after it is shown`);
  if (shownAt !== undefined && lie.ours !== "cancel" && desk.clock.now() < at(27)) {
    const attempt = await run
      .change("increase", 500_000)
      .catch((cause: unknown) => ({ status: String(cause) }));
    await run.pass();
    say({ attempt });
  }
  desk.clock.advance(hourMs);
  await run.pass(desk.anotherApp());
  const more = added(run, shownAt ?? Number.POSITIVE_INFINITY);
  if (more > 0) notes.push(`${more} times money of ours was added`);
  const home = join(folder, `${kept.length}`);
  const keptAs = kept.length;
  kept.push({
    home,
    campaignId: desk.campaignId,
    now: desk.clock.now(),
    settings: { ...run.settings, home },
    check: (read) => [...problems(read), ...(read.bound < wanted ? [`bound ${read.bound / 100}`] : [])],
  });
  cpSync(desk.home, home, { recursive: true });
  say({ now, pauses, changes: seller.changes });
  cells.push({
    lie: `${lie.name}, ${lie.begins}`,
    seller: `${habits[which[0]]}, ${which[1]}`,
    shown: shownAt === undefined ? "never" : new Date(shownAt).toISOString().slice(0, 13),
    seen: found.length === 0,
    bound: now.bound >= wanted,
    paused: isPaused,
    added: more > 0,
    notes,
    keptAs,
  });
}

interface Flown {
  readonly seller: string;
  readonly name: string;
  readonly problems: readonly string[];
}

const plain = (text: string) => text.replaceAll(/\d[\d.,]*/g, "#");

/** What comes of ten days in which nobody lies. */
async function fly(one: Case, which: (typeof sellers)[number]) {
  await using run = await open(one, which);
  await run.begin(at(3, 12));
  await run.playTo(at(10, 12), 12 * hourMs);
  const read = await seen(run);
  const pauses = run.seller.changes.filter(({ updates }) =>
    JSON.stringify(updates).includes("paused"),
  ).length;
  say({ case: one.name, read, pauses, changes: run.seller.changes });
  return {
    alerts: read.alerts,
    problems: [
      ...read.asked.map((text) => `asked: ${text}`),
      ...(read.waitsForPerson ? ["`status` waits for a person"] : []),
      ...read.claims.map((text) => `claimed: ${text.slice(0, 120)}`),
      ...(pauses > (one.ours === "pause" ? 1 : 0) ? [`${pauses} pauses are sent`] : []),
    ],
  };
}

async function tryHonest(which: (typeof sellers)[number]): Promise<Flown[]> {
  const seller = `${habits[which[0]]}, ${which[1]}`;
  const usual = new Map<string | undefined, Set<string>>();
  const flown: Flown[] = [];
  for (const control of controls) {
    const { alerts, problems } = await fly(control, which);
    usual.set(control.ours, new Set(alerts.map(plain)));
    // What is used of the budget, and that a line is paused by us, is said of every flight.
    const strange = alerts.filter(
      (text) => !/\d ?%/.test(text) && !(control.ours === "pause" && /paused/i.test(text)),
    );
    flown.push({
      seller,
      name: control.name,
      problems: [...problems, ...strange.map((text) => `alert: ${text}`)],
    });
  }
  for (const twin of twins.filter(({ name }) => name.includes(wantedCase))) {
    const { alerts, problems } = await fly(twin, which);
    const strange = alerts.filter((text) => !usual.get(twin.ours)?.has(plain(text)));
    flown.push({
      seller,
      name: twin.name,
      problems: [...problems, ...strange.map((text) => `alert: ${text}`)],
    });
  }
  return flown;
}

const begun = performance.now();
const wanted = sellers.filter((which) => which.join(" ").includes(wantedSeller));
const tries = wanted.flatMap((which) =>
  lies
    .filter(
      ({ name, begins, only = [which[0]] }) =>
        `${name}, ${begins}`.includes(wantedCase) && only.includes(which[0]),
    )
    .map(
      (lie) => () =>
        tryLie(lie, which).catch((cause: unknown) => {
          cells.push({
            lie: `${lie.name}, ${lie.begins}`,
            seller: `${habits[which[0]]}, ${which[1]}`,
            shown: "never",
            seen: false,
            bound: false,
            paused: false,
            added: false,
            notes: [`not tried: ${String(cause)}`],
            keptAs: -1,
          });
        }),
    ),
);
const flown: Flown[] = [];
const all = [...tries, ...wanted.map((which) => async () => void flown.push(...(await tryHonest(which))))];
await Promise.all(
  Array.from({ length: atOnce }, async () => {
    for (let next = all.shift(); next !== undefined; next = all.shift()) await next();
  }),
);

// A process of its own reads all ledgers anew.
const list = join(folder, "kept.json");
writeFileSync(list, JSON.stringify(kept.map(({ check: _, ...one }) => one)));
const { stdout, stderr } = spawnSync(
  process.execPath,
  ["--import", "tsx", "bench/later-lies-reader.ts", list],
  { encoding: "utf8", maxBuffer: 2 ** 28 },
);
if (stdout === "") throw new Error(stderr);
const reread = JSON.parse(stdout) as readonly Seen[];
const results: Cell[] = cells.map(({ keptAs, ...cell }) => {
  const read = reread[keptAs];
  const differing = read === undefined ? ["not read anew"] : (kept[keptAs]?.check(read) ?? []);
  const again = differing.length === 0;
  const isOk = cell.seen && cell.bound && cell.paused && !cell.added && again && cell.shown !== "never";
  const news = differing.filter((text) => !cell.notes.includes(text));
  return { ...cell, again, isOk, notes: [...cell.notes, ...news.map((text) => `new process: ${text}`)] };
});
results.sort(
  (one, other) =>
    lies.findIndex((lie) => one.lie === `${lie.name}, ${lie.begins}`) -
    lies.findIndex((lie) => other.lie === `${lie.name}, ${lie.begins}`),
);

const yes = (is: boolean | undefined) => (is ? "yes" : "NO");
const line = (...columns: readonly string[]) => process.stdout.write(`| ${columns.join(" | ")} |\n`);
line(
  "lie",
  "seller",
  "first shown",
  "seen",
  "bound",
  "paused",
  "money added",
  "new process",
  "what is wrong",
);
line("---", "---", "---", "---", "---", "---", "---", "---", "---");
for (const { lie, seller, shown, seen: isSeen, bound, paused, added: isAdded, again, notes } of results)
  line(
    lie,
    seller,
    shown,
    yes(isSeen),
    yes(bound),
    yes(paused),
    isAdded ? "YES" : "none",
    yes(again),
    notes.join("; "),
  );
process.stdout.write("\n");
for (const [title, keyOf] of [
  ["lie", ({ lie }: Cell) => lie],
  ["seller", ({ seller }: Cell) => seller],
] as const) {
  line(
    title,
    "cells",
    "seen",
    "bound",
    "paused as it should be",
    "no money added",
    "in a new process",
    "all of it",
  );
  line("---", "---:", "---:", "---:", "---:", "---:", "---:", "---:");
  for (const key of new Set(results.map(keyOf))) {
    const own = results.filter((cell) => keyOf(cell) === key);
    const count = (is: (cell: Cell) => boolean | undefined) => `${own.filter(is).length}`;
    line(
      key,
      `${own.length}`,
      count((one) => one.seen),
      count((one) => one.bound),
      count((one) => one.paused),
      count((one) => !one.added),
      count((one) => one.again),
      count((one) => one.isOk),
    );
  }
  process.stdout.write("\n");
}
line("honest", "seller", "what is raised");
line("---", "---", "---");
for (const { name, seller, problems } of flown)
  line(name, seller, problems.length === 0 ? "nothing" : problems.join("; "));
const failing = results.filter(({ isOk }) => !isOk).length;
const raised = flown.filter(({ problems }) => problems.length > 0).length;
process.stdout.write(
  `\n${results.length} cells and ${flown.length} honest flights in ${((performance.now() - begun) / 1000).toFixed(0)} s\n` +
    `lies that are not found and acted on ${failing} (limit 0)\nhonest flights that raise something ${raised} (limit 0)\n`,
);
rmSync(folder, { recursive: true });
if (failing > 0 || raised > 0) process.exitCode = 1;
