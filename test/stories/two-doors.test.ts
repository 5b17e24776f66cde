import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { App, AppOptions } from "../../src/app.ts";
import { type FoundBuy, findBuy, namesOf } from "../../src/campaign/account/changes/find-line.ts";
import { giveApproval, refuse } from "../../src/campaign/approvals/approve.ts";
import { type Changed, changeBuy } from "../../src/campaign/change/change-buy.ts";
import { buysOf } from "../../src/campaign/change/list-buys.ts";
import type { ExecutePorts } from "../../src/campaign/execute/execute-ports.ts";
import { readPolicyFile } from "../../src/campaign/govern/files/policy-file.ts";
import { boundIn } from "../../src/campaign/model/derived/bought.ts";
import { locksIn } from "../../src/campaign/model/derived/locks.ts";
import type { Move, Reallocation } from "../../src/campaign/model/learned/reallocation.ts";
import { boundBy } from "../../src/campaign/model/state/state.ts";
import type { ChangeRequest } from "../../src/campaign/model/step/buy-change.ts";
import { isOpen } from "../../src/campaign/model/step/step-status.ts";
import { creativesOnHand } from "../../src/campaign/plan/creatives/on-hand.ts";
import { carryOut } from "../../src/campaign/reallocate/carry-out.ts";
import { lineBudgets } from "../../src/campaign/reallocate/live-lines.ts";
import { money } from "../../src/lib/money.ts";
import type { Read } from "../../src/protocol/client/calls.ts";
import { TaskError } from "../../src/protocol/messages/errors.ts";
import { atLength, isDeep, some, times } from "../depth.ts";
import { type PostgresServer, startPostgres } from "../ledger/postgres-server.ts";
import { openStory, type Story, televised } from "./story.ts";

const seller = "harbour.example";

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server[Symbol.asyncDispose]());

function capsOnly(cap: string) {
  const rule = '  - id: unused\n    when: { amount: { over: "900,000,000 EUR" } }\n    then: warn\n';
  const reading = readPolicyFile(`version: 1\nname: Caps\nrules:\n${rule}caps:\n  - ${cap}\n`, "caps.yaml");
  if (reading.type === "invalid") throw new Error(reading.problems.join("\n"));
  return [reading.policy];
}

type Kind = "SQLite" | "PostgreSQL";

/** Leaves harbour little above what it has. */
const caps = capsOnly(`{ per: brand, sellers: [${seller}], amount: "20,000 EUR" }`);

/** A campaign whose flight is under way since four days. */
async function bought(kind: Kind, policies: AppOptions["policies"] = []): Promise<Story> {
  const settings = kind === "SQLite" ? {} : { ledger_url: await server.database() };
  // Governance lets every change pass: what holds is what the desk holds to by itself.
  const decide = ({ tool }: { readonly tool: string }) =>
    tool === "update_media_buy" ? ({ verdict: "approved" } as const) : undefined;
  const sandbox = { governance: { decide } };
  const story = await openStory({ brief: televised, policies, settings, sandbox });
  await story.run();
  story.sandbox.advance(1);
  await story.run();
  story.sandbox.advance(17);
  return story;
}

/** A line at the seller, or all of its buy. */
async function lineOf(story: Story, isWhole = false): Promise<FoundBuy> {
  const state = await story.state();
  const line = findBuy(state, namesOf(state).find((one) => one.startsWith(`${seller}/`)) ?? "");
  const foundBuy = isWhole ? findBuy(state, line?.subject.mediaBuyId ?? "") : line;
  if (foundBuy === undefined) throw new Error(`nothing is bought at ${seller}`);
  return foundBuy;
}

/** One of two people, in a process of its own. */
async function ask(
  { campaignId }: Story,
  app: App,
  { by, foundBuy, requested }: { by: string; foundBuy: FoundBuy; requested: ChangeRequest },
): Promise<Changed> {
  const ports = await app.ports(campaignId);
  const own = { ...ports, read: unnumbered(ports.read) };
  return changeBuy(foundBuy, { requested, askedBy: [by] }, { execute: true }, own);
}

/** As a seller tells its buys that numbers none of their states: what is sent to it overwrites what it holds. */
function unnumbered(read: Read): Read {
  return async (...call) => {
    const answer = await read(...call);
    if (answer.type !== "answered") return answer;
    const payload: unknown = JSON.parse(
      JSON.stringify(answer.payload, (key, value: unknown) => (key === "revision" ? undefined : value)),
    );
    return { ...answer, payload: payload as typeof answer.payload };
  };
}

/** Minor units: what the seller has booked of the buy, and what the ledger binds for it. */
async function standing(story: Story) {
  const { subject, agentId } = await lineOf(story);
  const buys = await buysOf(await story.app.ports(story.campaignId));
  const buy = buys.find((one) => one.sellerId === agentId && one.mediaBuyId === subject.mediaBuyId);
  const budgets = (buy?.lines ?? []).map(({ budget }) => budget?.minor ?? 0);
  const { steps } = await story.state();
  const own = steps.filter(
    ({ step, receipt }) =>
      step.change?.subject.mediaBuyId === subject.mediaBuyId ||
      (step.task === "create_media_buy" && receipt?.payload["media_buy_id"] === subject.mediaBuyId),
  );
  const claims = await story.app.ledger.reservations(story.campaignId);
  const bound = claims.filter(
    ({ stepId, claim }) => claim.scope === "budget" && own.some(({ step }) => step.id === stepId),
  );
  return {
    status: buy?.status,
    spent: buy?.spent?.minor ?? 0,
    booked: budgets.reduce((sum, one) => sum + one, 0),
    bound: bound.reduce((sum, { claim }) => sum + claim.minor, 0),
    inSteps: own
      .filter(({ status }) => status === "done" || isOpen({ status }))
      .reduce((sum, current) => sum + boundBy(current).amount.minor, 0),
  };
}

const verbs = [
  "increase",
  "decrease",
  "pause",
  "unpause",
  "cancel",
  "extend",
  "swap-creative",
  "move away",
  "move here",
] as const;
type Verb = (typeof verbs)[number];
const pairs = verbs.flatMap((one) => verbs.map((other) => [one, other] as const));

/** What one door wants beside its verb, and whether the answer to its first sending is lost. */
const wish = fc.record({
  share: fc.integer({ min: 1, max: 25 }),
  isLost: fc.boolean(),
  withMoney: fc.boolean(),
  /** The buy is switched beforehand so that its verb changes something. */
  isNews: fc.boolean(),
});
type Wish = typeof wish extends fc.Arbitrary<infer Value> ? Value : never;

/** A process of its own, on another host: whether it lives is not known to the first. */
const elsewhere = (caps: AppOptions["policies"]): Partial<AppOptions> => ({
  policies: caps,
  processes: { self: { host: "elsewhere", pid: 2 }, isDead: () => false },
});

/** Its ports as one process among two: each call, and each writing, waits for its turn, which is the scheduler's choice. */
function interleaved(ports: ExecutePorts, scheduler: fc.Scheduler, door: Door): ExecutePorts {
  const through = <Asked extends (...args: never[]) => Promise<unknown>>(call: Asked) =>
    scheduler.scheduleFunction(call) as typeof call;
  const { journal } = ports;
  const mutate: typeof ports.mutate = async (...call) => {
    const answer = await ports.mutate(...call);
    await door.sent();
    if (!door.losesAnswer || call[0].task !== "update_media_buy") return answer;
    door.losesAnswer = false;
    return { type: "failed", error: new TaskError("TIMEOUT", "no answer came", { effect: "unknown" }) };
  };
  return {
    ...ports,
    read: through(door.numbersStates ? ports.read : unnumbered(ports.read)),
    mutate: through(mutate),
    journal: {
      ...journal,
      record: through(journal.record),
      reserve: through(journal.reserve),
      recordUnless: through(journal.recordUnless),
      refresh: through(journal.refresh),
    },
  };
}

interface Door {
  losesAnswer: boolean;
  readonly numbersStates: boolean;
  /** Called when a change has been at its seller. */
  readonly sent: () => Promise<void>;
}

/** What the seller has booked of the buy, as far as a change request can be about it. */
async function booksOf(story: Story) {
  const { subject, agentId } = await lineOf(story);
  const { journal, read } = await story.app.ports(story.campaignId);
  const buy = (await buysOf({ journal, read })).find(
    (one) => one.sellerId === agentId && one.mediaBuyId === subject.mediaBuyId,
  );
  const line = buy?.lines.find(({ packageId }) => packageId === subject.packageId);
  return { status: buy?.status, end: buy?.end, budget: line?.budget?.minor, creatives: line?.creatives };
}
type Books = Awaited<ReturnType<typeof booksOf>>;

/** Whether a buy is as somebody wants it. */
function fulfils(books: Books, requested: ChangeRequest): boolean {
  switch (requested.verb) {
    case "pause":
      return books.status === "paused";
    case "unpause":
      return books.status !== "paused" && books.status !== "canceled";
    case "cancel":
      return books.status === "canceled";
    case "increase":
    case "decrease":
      return books.budget === requested.to.minor;
    case "extend":
      return (
        Date.parse(books.end ?? "") === Date.parse(`${requested.until}T00:00:00Z`) + 86_400_000 &&
        (requested.to === undefined || books.budget === requested.to.minor)
      );
    case "swap-creative":
      return (
        books.creatives?.toSorted().join() ===
        requested.creatives
          .map(({ creative_id }) => creative_id)
          .toSorted()
          .join()
      );
  }
}

const outcomes = new Map<string, number>();
const count = (what: string) => outcomes.set(what, (outcomes.get(what) ?? 0) + 1);

/** Changes that sellers have made in the deep run, of 486 pairs. */
const leastCarriedOut = new Map([
  ["increase", 20],
  ["decrease", 30],
  ["pause", 25],
  ["unpause", 25],
  ["cancel", 30],
  ["extend", 30],
  ["swap-creative", 30],
  ["a move's decrease", 12],
  ["a move's increase", 10],
]);

/** Two doors over one buy, tried again and again on one campaign, until it is cancelled. */
class Doors implements AsyncDisposable {
  #story: Story | undefined;
  #second: App | undefined;
  #first = 0;
  #tries = 0;
  readonly #kind: Kind;

  constructor(kind: Kind) {
    this.#kind = kind;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const story = this.#story;
    this.#story = undefined;
    if (story === undefined) return;
    try {
      expect(await story.app.ledger.verify()).toEqual([]);
    } finally {
      await story[Symbol.asyncDispose]();
    }
  }

  async #campaign(): Promise<{ readonly story: Story; readonly apps: readonly [App, App] }> {
    if (this.#story !== undefined && (await standing(this.#story)).status === "canceled")
      await this[Symbol.asyncDispose]();
    if (this.#story === undefined || this.#second === undefined) {
      this.#story = await bought(this.#kind, caps);
      this.#second = this.#story.anotherApp(elsewhere(caps));
      const { budget = 0 } = await booksOf(this.#story);
      this.#first = budget;
      // Something is cut, so that there is something to give.
      await ask(this.#story, this.#story.app, {
        by: "robin",
        foundBuy: await lineOf(this.#story),
        requested: { verb: "decrease", to: money(Math.round(budget * 0.7), "EUR") },
      });
    }
    return { story: this.#story, apps: [this.#story.app, this.#second] };
  }

  async try(
    both: readonly [Verb, Verb],
    wishes: readonly [Wish, Wish],
    {
      scheduler,
      numbersStates,
      agrees,
    }: { readonly scheduler: fc.Scheduler; readonly numbersStates: boolean; readonly agrees: boolean },
  ): Promise<void> {
    const { story, apps } = await this.#campaign();
    this.#tries += 1;
    await this.#prepare(story, both, wishes);
    const before = await story.state();
    const known = new Set(before.steps.map(({ step }) => step.id));
    const from = story.sandbox.calls.length;
    const seen: Books[] = [await booksOf(story)];
    const running = both.map(async (verb, i) => {
      const [app, { share, isLost, withMoney }] = [apps[i] ?? story.app, wishes[i] ?? wishes[0]];
      const door: Door = {
        losesAnswer: isLost,
        numbersStates,
        sent: async () => {
          seen.push(await booksOf(story));
        },
      };
      const ports = interleaved(await app.ports(story.campaignId), scheduler, door);
      const by = `door ${i + 1}`;
      if (verb === "move away" || verb === "move here")
        return this.#move({ verb, share, id: `test-${this.#tries}-${i}` }, ports);
      const requested = await this.#request(story, verb, { share, withMoney, at: i });
      const foundBuy = await lineOf(story, verb === "cancel" || verb === "pause" || verb === "unpause");
      const changed = await changeBuy(foundBuy, { requested, askedBy: [by] }, { execute: true }, ports);
      return { verb, requested, changed };
    });
    const said = await scheduler.waitFor(Promise.all(running));
    const at = () => JSON.stringify({ both, wishes, numbersStates, said: said.map(shortly), seen });
    const sent = () =>
      story.sandbox.calls
        .slice(from)
        .filter(({ task, outcome }) => task === "update_media_buy" && outcome === "answered")
        .map(({ arguments: request }) => request["idempotency_key"]);
    // What each door was told, at that moment.
    for (const { verb, requested, changed } of said) {
      if (changed === undefined || requested === undefined) continue;
      const own = changed.type === "performed" ? changed.current : undefined;
      count(`${verb}: ${changed.type}${own === undefined ? "" : ` ${own.status}`}`);
      if (own?.status === "refused") count(`why: ${own.reason?.replace(/[\d.,]+/g, "#").slice(0, 60)}`);
      const key = own?.intent?.idempotencyKey;
      if (changed.type === "unchanged")
        expect(
          seen.some((one) => fulfils(one, requested)),
          at(),
        ).toBe(true);
      if (own?.status === "done") {
        expect(
          seen.some((one) => fulfils(one, requested)),
          at(),
        ).toBe(true);
        expect(own.check?.made, at()).not.toBe(false);
      }
      if (own !== undefined && ["refused", "failed", "escalated", "held"].includes(own.status))
        expect(sent(), at()).not.toContain(key);
    }
    await this.#settle(story, agrees);
    const { steps } = await story.state();
    const made = steps.filter(({ step }) => step.change !== undefined && !known.has(step.id));
    expect(new Set(sent()).size, `twice: ${at()}`).toBe(sent().length);
    for (const { step, status, intent, check } of made) {
      const { requested, reallocation } = step.change ?? {};
      if (status === "done")
        count(`carried out: ${reallocation === undefined ? "" : "a move's "}${requested?.verb}`);
      const isThere = sent().includes(intent?.idempotencyKey);
      const what = `${step.id} is ${status}: ${at()}`;
      count(`in the end: ${status}${status === "done" ? ` ${check?.made}` : ""}`);
      expect(["done", "failed", "refused", "replaced"], what).toContain(status);
      if (status !== "done") expect(isThere, what).toBe(false);
      else if (!isThere && step.change !== undefined && step.change.reallocation === undefined)
        expect(
          seen.some((one) => fulfils(one, step.change?.requested ?? { verb: "pause" })),
          what,
        ).toBe(true);
    }
    // Nothing was sent that no step has sent.
    const keys = new Set(made.map(({ intent }) => intent?.idempotencyKey));
    for (const key of sent()) expect(keys, at()).toContain(key);
    // What was made last of a field is what the books hold.
    const last = await booksOf(story);
    const lastOf = made.filter(
      ({ step, status, check }) =>
        status === "done" && check?.made === true && step.agentId === seller && step.change !== undefined,
    );
    if (lastOf.length === 1) {
      const { requested } = lastOf[0]?.step.change ?? {};
      if (requested !== undefined)
        expect(fulfils(last, requested), `${at()} ${JSON.stringify(last)}`).toBe(true);
    }
    await this.#bindsAll(story, at);
  }

  /** Gives the first verb that needs it a buy that runs, or one that is paused. */
  async #prepare(story: Story, both: readonly [Verb, Verb], wishes: readonly [Wish, Wish]): Promise<void> {
    const verb = both.find((one, i) => wishes[i]?.isNews && (one === "pause" || one === "unpause"));
    if (verb === undefined) return;
    const requested = { verb: verb === "pause" ? "unpause" : "pause" } as const;
    await ask(story, story.app, { by: "robin", foundBuy: await lineOf(story, true), requested });
  }

  async #request(
    story: Story,
    verb: Exclude<Verb, "move away" | "move here">,
    { share, withMoney, at }: { readonly share: number; readonly withMoney: boolean; readonly at: number },
  ): Promise<ChangeRequest> {
    const { budget = 0 } = await booksOf(story);
    const by = (percent: number) => money(Math.round(budget * (1 + percent / 100)) + 1, "EUR");
    switch (verb) {
      case "pause":
      case "unpause":
      case "cancel":
        return { verb };
      case "increase": {
        // A part of what was cut, mostly: there is no more in the campaign's budget.
        const part = Math.ceil(((this.#first - budget) * (share + 10)) / 35);
        return { verb, to: part > 0 && share < 25 ? money(budget + part, "EUR") : by(share) };
      }
      case "decrease":
        return { verb, to: by(-share) };
      case "extend": {
        const until = new Date(Date.UTC(2027, 2, 1 + 2 * this.#tries + at)).toISOString().slice(0, 10);
        return { verb, until, ...(withMoney && { to: by(Math.ceil(share / 5)) }) };
      }
      case "swap-creative": {
        const [onHand] = creativesOnHand(await story.state());
        if (onHand === undefined) throw new Error("there is no creative");
        return {
          verb,
          creatives: [{ ...onHand.creative, creative_id: `cut-${this.#tries}-${at}` }],
        };
      }
    }
  }

  /** A reallocation's move between the buy and another one, decided on what both have, and carried out. */
  async #move(
    {
      verb,
      share,
      id,
    }: {
      readonly verb: "move away" | "move here";
      readonly share: number;
      readonly id: string;
    },
    ports: ExecutePorts,
  ) {
    const state = ports.journal.state();
    const lines = lineBudgets(state);
    const own = lines.find(({ order }) => order.agentId === seller);
    const other = lines.find(({ order, budget }) => order.agentId !== seller && budget.currency === "EUR");
    if (own === undefined || other === undefined) throw new Error("there are not two lines");
    const [less, more] = verb === "move away" ? [own, other] : [other, own];
    const minor = Math.round((Math.min(own.budget.minor, other.budget.minor) * share) / 200);
    const difference = money(minor, "EUR");
    const move = ({ lineId, mediaBuyId, packageId, budget }: typeof own, sign: 1 | -1): Move => ({
      lineId,
      mediaBuyId,
      packageId,
      from: budget,
      to: money(budget.minor + sign * minor, "EUR"),
      planDifference: difference,
      gain: 0,
    });
    const freed = locksIn(state).map(({ lineId, of }) => ({ lineId, of }));
    if (freed.length > 0)
      await ports.journal.record({ type: "lines-freed", freed, by: "robin" }, `freed/${id}`);
    const reallocation: Reallocation = {
      id,
      moves: [move(less, -1), move(more, 1)],
      moved: difference,
      gain: { low: 0, mid: 0, high: 0 },
      expected: 0,
      outcome: "impressions",
      inputs: "",
      why: "a test wants it",
      windowDays: 7,
      bound: money(boundIn(state), "EUR"),
      limits: [],
    };
    await ports.journal.record({ type: "reallocation-decided", reallocation }, `reallocation/${id}`);
    const decided = ports.journal.state().reallocations.find((one) => one.id === id);
    if (decided !== undefined) await carryOut(decided, ports);
    const made = ports.journal.state().steps.filter(({ step }) => step.change?.reallocation === id);
    for (const { status } of made) count(`${verb}: ${status}`);
    if (made.length === 0) count(`${verb}: nothing`);
    return { verb, requested: undefined, changed: undefined };
  }

  /** Turns, and the people who are asked, until nothing moves. */
  async #settle(story: Story, agrees: boolean): Promise<void> {
    const ports = await story.app.ports(story.campaignId);
    for (let turns = 0; turns < 12; turns += 1) {
      // What a lost call may take has passed.
      story.sandbox.advance(1 / 48);
      await story.run();
      await ports.journal.refresh();
      const open = ports.journal.state().steps.filter((one) => one.step.change && isOpen(one));
      if (open.length === 0) return;
      for (const { step, status, reason = "" } of open) {
        const isHeld = status === "held" && reason.includes("has paused it since this was planned");
        if (status !== "escalated" && !isHeld) continue;
        count(isHeld ? "waits for the buy to be let run" : "people are asked");
        // What governance lets nobody agree to is given up.
        if (isHeld)
          await ask(story, story.app, {
            by: "robin",
            foundBuy: await lineOf(story, true),
            requested: { verb: "unpause" },
          });
        else if (agrees && turns < 2) await giveApproval(ports, step.id, "robin");
        else await refuse(ports, step.id, { by: "robin", reason: "not now" });
      }
    }
    const { steps } = await story.state();
    const left = steps.filter((one) => one.step.change && isOpen(one));
    throw new Error(
      `it does not come to rest: ${left.map((one) => `${one.step.id} ${one.status} ${one.reason}`).join("; ")}`,
    );
  }

  async #bindsAll(story: Story, at: () => string): Promise<void> {
    const now = await standing(story);
    const binds = now.status === "canceled" ? now.spent : now.booked;
    if (now.bound < binds || now.inSteps < binds)
      throw new Error(`${at()}: ${binds} is booked and ${now.bound} bound, ${now.inSteps} in steps`);
    count(now.bound === binds ? "bound: exactly" : `bound: more, ${now.status}`);
    const claims = await story.app.ledger.reservations();
    const sums = new Map<string, number>();
    for (const { claim } of claims) {
      const key = JSON.stringify([claim.scope, claim.key, claim.currency]);
      sums.set(key, (sums.get(key) ?? 0) + claim.minor);
    }
    for (const { claim } of claims) {
      const sum = sums.get(JSON.stringify([claim.scope, claim.key, claim.currency])) ?? 0;
      if (sum > claim.cap) throw new Error(`${at()}: ${sum} is bound under ${JSON.stringify(claim)}`);
    }
  }
}

function shortly({
  verb,
  requested,
  changed,
}: {
  verb: Verb;
  requested?: unknown;
  changed?: Changed | undefined;
}) {
  const { type } = changed ?? {};
  if (changed?.type === "performed")
    return { verb, requested, type, id: changed.current.step.id, status: changed.current.status };
  return { verb, requested, type, ...(changed?.type === "refused" && { reason: changed.reason }) };
}

describe.each<Kind>(["SQLite", "PostgreSQL"])("two doors over one buy, on a ledger in %s", (kind) => {
  it("binds what the seller has booked and tells each door what became of it, for each two that they may ask for", async () => {
    await using doors = new Doors(kind);
    outcomes.clear();
    for (const [place, both] of some(pairs, kind === "SQLite" ? 1 : 3).entries())
      await fc.assert(
        fc.asyncProperty(
          fc.tuple(wish, wish),
          fc.boolean(),
          fc.boolean(),
          fc.scheduler(),
          (wishes, numbersStates, agrees, scheduler) =>
            doors.try(both, wishes, { scheduler, numbersStates, agrees }),
        ),
        {
          numRuns: kind === "SQLite" ? times(1, 6) : times(1, 2),
          endOnFailure: true,
          // Else each pair would be tried in the same way.
          ...(!isDeep && { seed: place }),
        },
      );
    if (isDeep && kind === "SQLite")
      for (const [what, least] of leastCarriedOut)
        expect(outcomes.get(`carried out: ${what}`), what).toBeGreaterThan(least);
    if (atLength)
      process.stdout.write(`${kind}: ${JSON.stringify(Object.fromEntries(outcomes), undefined, 1)}\n`);
  }, 3_600_000);

  it("tells the second door which change it waits for, whose it is and since when", async () => {
    await using story = await bought(kind);
    const foundBuy = await lineOf(story);
    const { booked: whole } = await standing(story);
    const booked = Math.round(whole * 0.8);
    await ask(story, story.app, {
      by: "Ann",
      foundBuy,
      requested: { verb: "decrease", to: money(booked, "EUR") },
    });
    const door = story.anotherApp();
    let second: Changed | undefined;
    const more = {
      by: "Ann",
      foundBuy,
      requested: { verb: "increase", to: money(booked + 1_000, "EUR") },
    } as const;
    const less = {
      by: "Ben",
      foundBuy,
      requested: { verb: "decrease", to: money(booked - 1_000, "EUR") },
    } as const;
    const ports = await story.app.ports(story.campaignId);
    // The seller takes its time, and somebody else asks meanwhile.
    const slow: typeof ports.mutate = async (...call) => {
      second ??= await ask(story, door, less);
      return ports.mutate(...call);
    };
    const asked = { requested: more.requested, askedBy: [more.by] };
    const changed = await changeBuy(foundBuy, asked, { execute: true }, { ...ports, mutate: slow });
    expect(changed).toMatchObject({ type: "performed", current: { status: "done", check: { made: true } } });
    expect(second).toMatchObject({
      type: "refused",
      reason: expect.stringMatching(
        /^it waits for another change of this buy: increase .* to EUR [\d,.]+, asked by Ann at 2027-01-22 08:00 UTC\./,
      ),
    });
    expect(await standing(story)).toMatchObject({ booked: booked + 1_000, bound: booked + 1_000 });
  });

  it("takes a pause at once, whatever else is under way", async () => {
    await using story = await bought(kind);
    const foundBuy = await lineOf(story);
    const { booked: whole } = await standing(story);
    const booked = Math.round(whole * 0.8);
    await ask(story, story.app, {
      by: "Ann",
      foundBuy,
      requested: { verb: "decrease", to: money(booked, "EUR") },
    });
    const door = story.anotherApp();
    const pause = { by: "Ben", foundBuy, requested: { verb: "pause" } } as const;
    let paused: Changed | undefined;
    const ports = await story.app.ports(story.campaignId);
    const slow: typeof ports.mutate = async (...call) => {
      paused ??= await ask(story, door, pause);
      return ports.mutate(...call);
    };
    const asked = {
      requested: { verb: "increase", to: money(booked + 1_000, "EUR") },
      askedBy: ["Ann"],
    } as const;
    await changeBuy(foundBuy, asked, { execute: true }, { ...ports, mutate: slow });
    expect(paused).toMatchObject({ type: "performed", current: { status: "done" } });
    const now = await standing(story);
    expect(now.bound).toBeGreaterThanOrEqual(now.booked);
  });
});
