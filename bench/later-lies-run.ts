import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { turn } from "../src/campaign/run/turn.ts";
import { type Desk, openDesk } from "../src/index.ts";
import { money } from "../src/lib/money.ts";
import { type Json, signedReport } from "../test/canned/raw-market.ts";
import { openHostileDesk } from "../test/stories/hostile/desk.ts";
import {
  budget,
  type Case,
  controls,
  type Lie,
  lies,
  orderedMinor,
  sellers,
  start,
  twins,
} from "./later-lies-cases.ts";
import { type Kept, read, type Seen } from "./later-lies-reader.ts";
import { at, flight, habits, type LaterSeller, laterSeller } from "./later-lies-sellers.ts";

/**
 * Tries the cases of `bench/later-lies.ts` at some of its sellers, whose numbers and the words of the wanted cases are its
 * arguments, and prints what came of them as JSON.
 */
const [numbers = "", wantedCase = ""] = process.argv.slice(2);
const hourMs = 3_600_000;
/** Turns a day once there is something to find. */
const turnsADay = 4;
const atOnce = 4;
/** What has not ended by then never does. */
const longestMs = 20_000;

const folder = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "flightdesk-bench-"));
const policies = join(folder, "policies");
mkdirSync(policies);
writeFileSync(
  join(policies, "none.yaml"),
  'version: 1\nname: None that holds\nmode: enforce\nrules: []\ncaps:\n  - per: campaign\n    amount: "1,000,000 EUR"\n',
);

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
  return read(doors, desk.app, desk.campaignId);
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

async function withinTime<Value>(work: Promise<Value>): Promise<Value> {
  const over = new AbortController();
  const late = setTimeout(longestMs, undefined, { signal: over.signal }).then(() => {
    throw new Error(`it has not ended within ${longestMs / 1000} s`);
  });
  late.catch(() => undefined);
  return Promise.race([work, late]).finally(() => over.abort());
}

export interface Cell {
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

export interface Tried {
  readonly results: readonly Cell[];
  readonly flown: readonly Flown[];
}

const kept: (Kept & { readonly check: (read: Seen) => string[] })[] = [];
const cells: (Omit<Cell, "again" | "isOk"> & { readonly keptAs: number })[] = [];

async function tell({ desk, seller }: Opened): Promise<number> {
  // Nothing is reported in the very millisecond in which it was asked for.
  desk.clock.advance(60_000);
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
  } = signedReport(seller.reportsTo(), { ...body, result: seller.report() }, key, desk.wire.now());
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
  process.stderr.write(`${lie.name}, ${lie.begins}, ${which.join(" ")}: ${notes.join("; ")}\n`);
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

export interface Flown {
  readonly seller: string;
  readonly name: string;
  readonly problems: readonly string[];
}

const plain = (text: string) => text.replaceAll(/\d[\d.,]*/g, "#");

/** What comes of ten days in which nobody lies. */
async function fly(one: Case, which: (typeof sellers)[number]) {
  return withinTime(flyOut(one, which)).catch((cause: unknown) => ({
    alerts: [],
    problems: [`not flown: ${String(cause)}`],
  }));
}

async function flyOut(one: Case, which: (typeof sellers)[number]) {
  await using run = await open(one, which);
  await run.begin(at(3, 12));
  await run.playTo(one.isWhole ? at(29, 12) : at(10, 12), (one.isWhole ? 24 : 12) * hourMs);
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

/** What is said of a flight for what we did ourselves: used of the budget, paused by us, freed by us and in no line. */
const ofOurs = {
  nothing: /\d ?%/,
  pause: /\d ?%|paused/i,
  decrease: /\d ?%|has had no line/,
  cancel: /\d ?%/,
} as const;

async function tryHonest(which: (typeof sellers)[number]): Promise<Flown[]> {
  const seller = `${habits[which[0]]}, ${which[1]}`;
  const usual = new Map<string | undefined, Set<string>>();
  const flown: Flown[] = [];
  for (const control of controls) {
    const { alerts, problems } = await fly(control, which);
    if (!control.isWhole) usual.set(control.ours, new Set(alerts.map(plain)));
    const strange = alerts.filter((text) => !ofOurs[control.ours ?? "nothing"].test(text));
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

const wanted = sellers.filter((_, n) => numbers.split(",").includes(`${n}`));
const tries = wanted.flatMap((which) =>
  lies
    .filter(
      ({ name, begins, only = [which[0]] }) =>
        `${name}, ${begins}`.includes(wantedCase) && only.includes(which[0]),
    )
    .map(
      (lie) => () =>
        withinTime(tryLie(lie, which)).catch((cause: unknown) => {
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
writeFileSync(list, JSON.stringify(kept));
const { stdout, stderr } = spawnSync(
  process.execPath,
  ["--import", "tsx", "bench/later-lies-reader.ts", list],
  { encoding: "utf8", maxBuffer: 2 ** 28 },
);
if (stdout === "") throw new Error(stderr);
const reread = JSON.parse(stdout) as readonly Seen[];
// What came late came all the same.
const tried = cells.filter(
  (cell) =>
    cell.keptAs >= 0 ||
    !cells.some(({ keptAs, lie, seller }) => keptAs >= 0 && lie === cell.lie && seller === cell.seller),
);
const results: Cell[] = tried.map(({ keptAs, ...cell }) => {
  const read = reread[keptAs];
  const differing = read === undefined ? ["not read anew"] : (kept[keptAs]?.check(read) ?? []);
  const again = differing.length === 0;
  const isOk = cell.seen && cell.bound && cell.paused && !cell.added && again && cell.shown !== "never";
  const news = differing.filter((text) => !cell.notes.includes(text));
  return { ...cell, again, isOk, notes: [...cell.notes, ...news.map((text) => `new process: ${text}`)] };
});
await new Promise((resolve) =>
  process.stdout.write(JSON.stringify({ results, flown } satisfies Tried), resolve),
);
rmSync(folder, { recursive: true });
// What has not ended is not waited for.
process.exit();
