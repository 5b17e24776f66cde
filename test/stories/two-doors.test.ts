import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { App } from "../../src/app.ts";
import { type FoundBuy, findBuy, namesOf } from "../../src/campaign/account/changes/find-line.ts";
import { type Changed, changeBuy } from "../../src/campaign/change/change-buy.ts";
import { buysOf } from "../../src/campaign/change/list-buys.ts";
import { boundBy, stepOf } from "../../src/campaign/model/state/state.ts";
import type { ChangeRequest } from "../../src/campaign/model/step/buy-change.ts";
import { isOpen } from "../../src/campaign/model/step/step-status.ts";
import { money } from "../../src/lib/money.ts";
import type { Read } from "../../src/protocol/client/calls.ts";
import { times } from "../depth.ts";
import { type PostgresServer, startPostgres } from "../ledger/postgres-server.ts";
import { openStory, type Story, televised } from "./story.ts";

const seller = "harbour.example";

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server[Symbol.asyncDispose]());

type Kind = "SQLite" | "PostgreSQL";

/** A campaign whose flight is under way since four days. */
async function bought(kind: Kind): Promise<Story> {
  const settings = kind === "SQLite" ? {} : { ledger_url: await server.database() };
  const story = await openStory({ brief: televised, policies: [], settings });
  await story.run();
  story.sandbox.advance(1);
  await story.run();
  story.sandbox.advance(17);
  return story;
}

async function lineOf(story: Story): Promise<FoundBuy> {
  const state = await story.state();
  const foundBuy = findBuy(state, namesOf(state).find((one) => one.startsWith(`${seller}/`)) ?? "");
  if (foundBuy === undefined) throw new Error(`nothing is bought at ${seller}`);
  return foundBuy;
}

/** One of two people, in a process of its own; `through` is what each call to an agent goes through. */
async function ask(
  { campaignId }: Story,
  app: App,
  { by, foundBuy, requested }: { by: string; foundBuy: FoundBuy; requested: ChangeRequest },
  through: <Asked extends (...args: never[]) => Promise<unknown>>(call: Asked) => Asked = (call) => call,
): Promise<Changed> {
  const ports = await app.ports(campaignId);
  const own = { ...ports, read: through(unnumbered(ports.read)), mutate: through(ports.mutate) };
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
    booked: budgets.reduce((sum, one) => sum + one, 0),
    bound: bound.reduce((sum, { claim }) => sum + claim.minor, 0),
    inSteps: own
      .filter(({ status }) => status === "done" || isOpen({ status }))
      .reduce((sum, current) => sum + boundBy(current).amount.minor, 0),
  };
}

const to = fc.integer({ min: 40, max: 100 }).map((percent) => percent / 100);
const wish = fc.oneof(
  { weight: 4, arbitrary: fc.record({ verb: fc.constant("budget" as const), to }) },
  fc.record({ verb: fc.constantFrom("pause" as const, "unpause" as const) }),
  fc.record({ verb: fc.constant("extend" as const), days: fc.integer({ min: 1, max: 20 }) }),
);

describe.each<Kind>(["SQLite", "PostgreSQL"])("two doors over one buy, on a ledger in %s", (kind) => {
  it("binds at least what the seller has booked, however the calls of two doors fall between each other", async () => {
    await using story = await bought(kind);
    const doors = [story.app, story.anotherApp()] as const;
    const first = await standing(story);
    let day = 0;
    await fc.assert(
      fc.asyncProperty(fc.tuple(wish, wish), fc.scheduler(), async (wishes, scheduler) => {
        const foundBuy = await lineOf(story);
        const { booked } = await standing(story);
        day += 1;
        const asked = wishes.map((one): ChangeRequest => {
          if (one.verb === "extend")
            return { verb: "extend", until: new Date(Date.UTC(2027, 2, 1 + day)).toISOString().slice(0, 10) };
          if (one.verb !== "budget") return { verb: one.verb };
          const minor = Math.round(first.booked * one.to);
          return { verb: minor < booked ? "decrease" : "increase", to: money(minor, "EUR") };
        });
        const done = asked.map((requested, i) =>
          ask(
            story,
            doors[i] ?? story.app,
            { by: `door ${i + 1}`, foundBuy, requested },
            // One call of each door is on its way; which of them arrives next is the scheduler's choice.
            (call) => scheduler.scheduleFunction(call) as typeof call,
          ),
        );
        const [one, other] = await scheduler.waitFor(Promise.all(done));
        const now = await standing(story);
        if (now.bound < now.booked || now.inSteps < now.booked)
          throw new Error(`${JSON.stringify(asked)}: ${now.booked} is booked and ${now.bound} bound`);
        // Each door is told what became of it.
        for (const changed of [one, other])
          if (changed?.type === "performed") {
            const current = stepOf(await story.state(), changed.current.step.id);
            expect(current?.check?.made).not.toBe(false);
          }
        // Nothing stays behind that nobody would take up.
        expect((await story.state()).steps.filter((each) => each.step.change && isOpen(each))).toEqual([]);
      }),
      { numRuns: kind === "SQLite" ? times(40, 400) : times(20, 200) },
    );
    expect(await story.app.ledger.verify()).toEqual([]);
  }, 600_000);

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
