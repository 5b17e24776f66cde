import { expect, it } from "vitest";
import { perform } from "../../../src/campaign/execute/perform.ts";
import { nextPoll } from "../../../src/campaign/run/next-poll.ts";
import { waitingOf } from "../../../src/campaign/run/waiting.ts";
import { Died, openWorld } from "./conservation/world.ts";

const stepId = "buy/one.example/EUR";
/** The books answer, governance agrees, and the process dies before the seller has done anything. */
const diesDuringTheCall = [0, 0, 16];

/** A campaign whose buy was begun by a process that never came back, and another one on the same ledger. */
async function afterADeath(isDead: () => boolean) {
  const setting = { caps: {}, campaigns: [[100]], budget: 500, luck: diesDuringTheCall };
  const world = await openWorld(setting, {
    written: async () => undefined,
    meanwhile: () => Promise.resolve(),
  });
  const first = world.startProcess();
  const [campaignId = ""] = world.campaigns;
  await expect(perform(stepId, await first.ports(campaignId))).rejects.toThrow(Died);
  const open = async () => {
    const ports = await world.startProcess().ports(campaignId);
    return { ...ports, processes: { ...ports.processes, isDead } };
  };
  const ports = await open();
  const step = () => ports.journal.state().steps.find((current) => current.step.id === stepId);
  return { world, ports, open, step };
}

it("goes on at once where the process that sent is known dead", async () => {
  const { world, ports, step } = await afterADeath(() => true);
  await perform(stepId, ports);
  expect(step()).toMatchObject({ status: "done", sendings: 2 });
  expect(step()?.sending).toBeUndefined();
  expect(world.sellers[0]?.orders).toHaveLength(1);
  await world.close();
});

it("leaves the step alone until the limit where the process that sent may be alive, and says so", async () => {
  const { world, ports, step } = await afterADeath(() => false);
  const until = world.clock.now() + ports.longestCallMs("create_media_buy");
  await perform(stepId, ports);
  expect(step()).toMatchObject({ status: "begun", sendings: 1 });
  const waiting = waitingOf(ports.journal.state(), world.clock.now());
  const at = new Date(until).toISOString();
  const reason = `another process (here, pid 1) is sending it, until ${at}`;
  expect(waiting).toEqual([{ type: "process", stepId, at, reason }]);
  const poll = nextPoll(ports.journal.state(), waiting, { now: world.clock.now(), approvalWindowMs: 1 });
  expect(poll).toEqual({ at, reason });

  world.clock.advance(until - world.clock.now() - 1);
  await perform(stepId, ports);
  expect(step()).toMatchObject({ status: "begun", sendings: 1 });
  const soon = nextPoll(ports.journal.state(), waiting, { now: until - 1, approvalWindowMs: 1 });
  expect(soon?.at).toBe(new Date(until - 1 + 1_000).toISOString());

  world.clock.advance(1);
  await perform(stepId, ports);
  expect(step()).toMatchObject({ status: "done", sendings: 2 });
  expect(world.sellers[0]?.orders).toHaveLength(1);
  await world.close();
});

const tenDays = 864_000_000;

it("asks a person where the clock was set back since a call began, instead of waiting for the end that it had", async () => {
  const { world, ports, step } = await afterADeath(() => false);
  world.clock.advance(-tenDays);
  const waiting = waitingOf(ports.journal.state(), world.clock.now());
  expect(waiting).toMatchObject([{ type: "agent" }]);
  await perform(stepId, ports);
  expect(step()).toMatchObject({ status: "escalated", sendings: 1, escalation: { code: "WINDOW_OVER" } });
  expect(world.sellers[0]?.orders).toHaveLength(0);
  await world.close();
});

it("waits as long as after the longest call where the clock was set back since an answer was lost", async () => {
  const { world, ports, step } = await afterADeath(() => false);
  const longest = ports.longestCallMs("create_media_buy");
  world.clock.advance(tenDays);
  const resendAt = new Date(world.clock.now() + longest).toISOString();
  const lost = {
    type: "step-failed",
    stepId,
    code: "TIMEOUT",
    reason: "no word",
    effect: "unknown",
  } as const;
  await ports.journal.record({ ...lost, resendAt, sending: 1 }, "unsettled/ahead");
  world.clock.advance(longest - tenDays);
  const now = world.clock.now();
  const soon = nextPoll(ports.journal.state(), waitingOf(ports.journal.state(), now), {
    now,
    approvalWindowMs: 1,
  });
  expect(soon?.at).toBe(new Date(now + 300_000).toISOString());
  await perform(stepId, ports);
  const again = new Date(now + 4 * longest).toISOString();
  expect(step()).toMatchObject({ status: "begun", sendings: 1, resendAt: again });
  world.clock.advance(4 * longest - 300_001);
  await perform(stepId, ports);
  expect(step()).toMatchObject({ sendings: 1, resendAt: again });
  world.clock.advance(300_001);
  await perform(stepId, ports);
  expect(step()).toMatchObject({ status: "done", sendings: 2 });
  expect(world.sellers[0]?.orders).toHaveLength(1);
  await world.close();
});

it("lets one of two processes send that have read the books at the same time", async () => {
  const { world, open } = await afterADeath(() => true);
  const both = [await open(), await open()] as const;
  const alive = both.map((ports) => ({ ...ports, processes: { ...ports.processes, isDead: gone } }));
  await Promise.all(alive.map((ports) => perform(stepId, ports)));
  for (const ports of both) {
    await ports.journal.refresh();
    expect(ports.journal.state().steps[0]).toMatchObject({ status: "done", sendings: 2 });
  }
  await world.close();
});

/** How a step may have ended while another process was about to go on with it; the process that ended it is gone since. */
const ends = [
  ["failed", { type: "step-failed", stepId, code: "TERMS_REJECTED", reason: "no", effect: "none" }],
  [
    "failed",
    { type: "step-failed", stepId, code: "BUDGET_TOO_LOW", reason: "no", effect: "none", sending: 1 },
  ],
  ["escalated", { type: "step-escalated", stepId, code: "WINDOW_OVER", reason: "?", retry: "new-key" }],
  [
    "done",
    {
      type: "step-answered",
      stepId,
      receipt: { stepId, status: "done", replayed: false, payload: { media_buy_id: "mb_1" } },
    },
  ],
] as const;

it.each(ends)("leaves alone what has %s meanwhile, whoever was sending it", async (status, event) => {
  const { world, open, ports, step } = await afterADeath(() => true);
  await (await open()).journal.record(event, `end/${stepId}`);
  await perform(stepId, ports);
  expect(step()).toMatchObject({ status, sendings: 1 });
  expect(ports.journal.state().sequence).toBe((await world.ledger.read(ports.journal.state().id)).length);
  await perform(stepId, await open());
  await ports.journal.refresh();
  expect(step()).toMatchObject({ status });
  await world.close();
});

it("knows of no sending of what its seller has refused", async () => {
  const { world, ports, step } = await afterADeath(() => false);
  expect(step()?.sending).toBeDefined();
  await ports.journal.record(ends[0][1], `end/${stepId}`);
  expect(step()?.sending).toBeUndefined();
  await world.close();
});

/** Of all processes the first alone is dead. */
function gone({ pid }: { readonly pid: number }): boolean {
  return pid === 1;
}
