import { expect, it, vi } from "vitest";
import { stop } from "../../src/campaign/stop/stop.ts";
import { type SimulatedClock, simulatedClock } from "../../src/lib/clock.ts";
import type { CannedCall, JsonObject } from "../canned/market.ts";
import { flightdesk } from "../cli/flightdesk.ts";
import { asListed, booking, cooperativeSeller } from "./buyer-behaviours/cooperative-seller.ts";
import { openDesk } from "./buyer-behaviours/open-desk.ts";
import { cannedGovernance, type Said } from "./canned-governance.ts";

const all = { type: "all" } as const;
const word = { by: "kim", reason: "wrong price" };

const waitFor = (check: () => void) => vi.waitFor(check, { timeout: 60_000, interval: 5 });

/** A wire on which sleepers sleep until time is passed, and nothing else moves. */
function heldWire(): SimulatedClock {
  let now = Date.parse("2027-01-04T08:00:00Z");
  const sleepers = new Set<{ readonly at: number; readonly wake: () => void }>();
  const advance = (ms: number) => {
    now += ms;
    for (const sleeper of sleepers) {
      if (sleeper.at > now) continue;
      sleepers.delete(sleeper);
      sleeper.wake();
    }
  };
  return {
    now: () => now,
    advance,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        const sleeper = { at: now + ms, wake: resolve };
        sleepers.add(sleeper);
        signal?.addEventListener("abort", () => {
          sleepers.delete(sleeper);
          reject(signal.reason);
        });
      }),
  };
}

/** A seller that pauses a buy when it is told to, unless it is deaf. */
function pausingSeller(slug: string, { deaf = false } = {}) {
  const buys = new Map<string, JsonObject>();
  return cooperativeSeller(slug, {
    create_media_buy: (request) => {
      const buy = booking(slug, request, "active");
      buys.set(String(buy["media_buy_id"]), buy);
      return { payload: { ...buy, status: "completed", adcp_version: "3.1" } };
    },
    get_media_buys: () => ({
      payload: { status: "completed", adcp_version: "3.1", media_buys: [...buys.values()].map(asListed) },
    }),
    update_media_buy: ({ media_buy_id, paused }) => {
      const buy = buys.get(String(media_buy_id));
      if (buy !== undefined && paused === true && !deaf)
        buys.set(String(media_buy_id), { ...buy, media_buy_status: "paused" });
      return { payload: { status: "completed", adcp_version: "3.1", media_buy_id, revision: 2 } };
    },
  });
}

const isPause = ({ tool, arguments: request }: CannedCall) =>
  tool === "update_media_buy" && request["paused"] === true;

/** Two buys at two sellers, under a governance agent that agrees to them and says `ofPauses` of pauses. */
async function openBought(
  ofPauses: () => Said | { readonly http: number } | Promise<Said | { readonly http: number }>,
  { deaf = false } = {},
) {
  const wire = heldWire();
  const clock = simulatedClock("2027-01-04T08:00:00Z");
  let asked = 0;
  const governance = cannedGovernance(({ payload }) => {
    const { paused } = payload as JsonObject;
    if (paused !== true) return { verdict: "approved" };
    asked += 1;
    return ofPauses();
  }, clock.now);
  const desk = await openDesk(
    [pausingSeller("alpha", { deaf }), pausingSeller("beta"), governance],
    {},
    { governance: "governance", wire, clock },
  );
  await desk.run();
  return {
    ...desk,
    wire,
    clock,
    asked: () => asked,
    pauses: () => desk.market.calls.filter(isPause),
    verdicts: async () =>
      (await desk.state()).steps
        .filter(({ step }) => step.id.startsWith("pause/"))
        .flatMap(({ verdicts }) => verdicts.map(({ verdict }) => verdict)),
  };
}

it("a pause that governance agrees to goes out with its leave", async () => {
  await using desk = await openBought(() => ({ verdict: "approved" }));
  const { buys, objections } = await stop(all, word, desk.app);
  expect(buys.map(({ stopped }) => stopped)).toEqual([true, true]);
  expect(objections).toEqual([]);
  expect(desk.asked()).toBe(2);
  expect(desk.pauses().map(({ arguments: { governance_context } }) => governance_context)).toEqual([
    expect.stringMatching(/^token_/),
    expect.stringMatching(/^token_/),
  ]);
  expect(await desk.verdicts()).toMatchObject([{ by: "governance" }, { by: "governance" }]);
});

it("a pause that governance denies goes out all the same, and people are told", async () => {
  await using desk = await openBought(() => ({ verdict: "denied", explanation: "no pauses this week" }));
  const environment = {
    FLIGHTDESK_HOME: desk.home,
    FLIGHTDESK_REGISTRY_URL: desk.market.url,
    FLIGHTDESK_GOVERNANCE_URL: `${desk.market.url}/governance/mcp`,
  };
  const stopped = await flightdesk(["stop", "--all", "--by", "kim", "--reason", "wrong price"], environment);
  expect(stopped.code, stopped.stderr).toBe(0);
  expect(desk.pauses()).toHaveLength(2);
  const line =
    /paused all the same, though the governance agent said no: no pauses this week: mb_\w+ at \w+\.example, mb_\w+ at/;
  expect(stopped.stdout).toMatch(line);
  const status = await flightdesk(["status"], environment);
  expect(status.stdout).toMatch(line);
  expect(await desk.verdicts()).toMatchObject(
    ["alpha", "beta"].map(() => ({
      type: "approved",
      by: "stop-order",
      unheeded: { type: "denied", reasons: ["no pauses this week"] },
    })),
  );
});

it.each<[string, () => Said | Promise<Said>]>([
  ["conditions that are none", () => ({ verdict: "conditions" as never })],
  ["an approval of a moment", () => ({ verdict: "approved", livesMs: 1000 })],
])("%s holds no pause back", async (_, said) => {
  await using desk = await openBought(said);
  const { buys } = await stop(all, word, desk.app);
  expect(buys.every(({ stopped }) => stopped)).toBe(true);
  expect(await desk.verdicts()).toMatchObject([{ by: "stop-order" }, { by: "stop-order" }]);
  for (const { arguments: request } of desk.pauses())
    expect(request).not.toHaveProperty("governance_context");
});

it("a governance agent that is broken holds up no pause", async () => {
  await using desk = await openBought(() => ({ http: 503 }));
  const { buys, objections } = await stop(all, word, desk.app);
  expect(buys.every(({ stopped }) => stopped)).toBe(true);
  expect(objections.map(({ verdict }) => verdict)).toEqual(["held", "held"]);
});

it.each([
  ["is silent", Number.POSITIVE_INFINITY],
  ["takes three seconds", 3000],
])(
  "a governance agent that %s holds up all pauses for two seconds together, once for an order",
  async (_, takesMs) => {
    const answer: { late?: () => void } = {};
    await using desk = await openBought(
      () =>
        new Promise<Said>((resolve) => {
          answer.late = () => resolve({ verdict: "approved" });
        }),
      { deaf: true },
    );
    const { wire, clock } = desk;
    const begun = wire.now();
    const stopping = stop(all, word, desk.app);
    await waitFor(() => expect(desk.asked()).toBe(2));
    wire.advance(1999);
    expect(desk.pauses()).toEqual([]);
    wire.advance(1);
    const { buys, objections } = await stopping;
    expect(desk.pauses().map(({ at }) => at - begun)).toEqual([2000, 2000]);
    expect(buys.filter(({ stopped }) => !stopped).map(({ sellerId }) => sellerId)).toEqual(["alpha.example"]);
    expect(objections.map(({ reason }) => reason)).toEqual(
      ["alpha", "beta"].map(() => "the governance agent gave no leave: it does not answer"),
    );
    if (takesMs < Number.POSITIVE_INFINITY) {
      wire.advance(takesMs - 2000);
      answer.late?.();
    }
    // The deaf seller is told again, and governance is not waited for again.
    clock.advance(60_000);
    await desk.run();
    expect(desk.asked()).toBe(2);
    expect(desk.pauses()).toHaveLength(3);
    // Another order is another question.
    const again = stop(all, word, desk.app);
    await waitFor(() => expect(desk.asked()).toBe(3));
    wire.advance(2000);
    await again;
    expect(desk.pauses()).toHaveLength(4);
  },
);
