import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Brief } from "../../src/brief/brief.ts";
import { openJournal } from "../../src/campaign/model/state/journal.ts";
import { advance } from "../../src/campaign/run/advance.ts";
import { release } from "../../src/campaign/stop/release.ts";
import { type Stopped, stop } from "../../src/campaign/stop/stop.ts";
import { mutations } from "../../src/protocol/tasks/index.ts";
import { recentChanges } from "../../src/report/account/recent-changes.ts";
import type { Sandbox } from "../../src/sandbox/sandbox.ts";
import { flightdesk } from "../cli/flightdesk.ts";
import { times } from "../depth.ts";
import { brief, buysAt, openStory, runToLostOrder, type Story, televised } from "./story.ts";

const all = { type: "all" } as const;
const word = { by: "kim", reason: "wrong price" };
const changing = new Set(Object.values(mutations).map(({ name }) => name));

/** Calls since `from` that changed anything, or tried to. */
function changesSince(sandbox: Sandbox, from: number) {
  return sandbox.calls.slice(from).filter(({ task }) => changing.has(task as never));
}

function isPause(call: Sandbox["calls"][number]): boolean {
  return (
    call.task === "update_media_buy" &&
    JSON.stringify(call.arguments["updates"]) === JSON.stringify({ status: "paused" })
  );
}

async function sellersBoughtFrom(story: Story, campaignId = story.campaignId): Promise<string[]> {
  return (await openJournal(story.app.ledger, campaignId))
    .state()
    .steps.filter(({ step, status }) => step.task === "create_media_buy" && status === "done")
    .map(({ step }) => step.agentId);
}

/** A campaign that has bought at all of its sellers, those included whose people think first. */
async function bought(options: Parameters<typeof openStory>[0] = {}): Promise<Story> {
  const story = await openStory(options);
  await story.run();
  story.sandbox.advance(1);
  await story.run();
  return story;
}

/** A campaign of another brand: of one brand it would be asked about as a duplicate. */
function another(name: string): Brief {
  return { ...brief, name, brand: { domain: `${name}.example` } };
}

describe("a stop of everything", () => {
  it("pauses every buy of several campaigns at work in two processes while governance is away, and changes nothing else", async () => {
    let down = false;
    let armed = false;
    await using story = await openStory({
      sandbox: {
        governance: { unreachable: () => down },
        // The stop comes in the middle of the work: a process has just asked what became of an order.
        onCall: async ({ agent, task, order }) => {
          if (!armed || agent !== "/sellers/albion/mcp" || task !== "get_media_buys") return;
          armed = false;
          await story.app.stopOrders.stop(all, word);
          from = order;
        },
      },
    });
    let from = Number.POSITIVE_INFINITY;
    const { sandbox } = story;
    const processes = [story.app, story.anotherApp()];
    const ids = [
      story.campaignId,
      ...(await Promise.all(
        Array.from({ length: times(9, 9) }, (_, i) => story.app.begin(another(`brand-${i + 2}`))),
      )),
    ];
    const work = () => {
      story.wire.advance(60_000);
      return Promise.all(
        ids.map(async (id, i) => advance(await (processes[i % 2] ?? story.app).ports(id), "end")),
      );
    };
    // One seller is too busy to take orders: they are approved, and due to be sent again.
    sandbox.faults.set("albion", { rules: [{ task: "create_media_buy", do: "fail", code: "RATE_LIMITED" }] });
    await work();
    sandbox.faults.set("albion", {});
    sandbox.faults.set("sales", { rules: [{ do: "ignore-updates" }] });
    sandbox.clock.advance(60_000);
    down = true;
    armed = true;
    await work();
    expect(from).toBeLessThan(Number.POSITIVE_INFINITY);

    // The command is a third process.
    const desk = {
      FLIGHTDESK_HOME: story.home,
      FLIGHTDESK_TOKEN: sandbox.token,
      FLIGHTDESK_REGISTRY_URL: sandbox.registryUrl,
    };
    const command = await flightdesk(["stop", "--all", "--json"], desk);
    expect(command.code, command.stderr).toBe(1);
    // The published schema holds for what the command prints.
    const { buys } = JSON.parse(command.stdout) as Stopped;
    const sellers = await Promise.all(ids.map((id) => sellersBoughtFrom(story, id)));
    const bought = ids.flatMap((id, n) => (sellers[n] ?? []).map((seller) => `${seller} ${id}`));
    const quiet = buys.filter(({ stopped }) => stopped);
    const open = buys.filter(({ stopped }) => !stopped);
    expect(bought.length).toBeGreaterThan(ids.length);
    expect([...quiet, ...open].map(({ sellerId, campaignId }) => `${sellerId} ${campaignId}`)).toEqual(
      expect.arrayContaining(bought),
    );
    expect(open.filter(({ mediaBuyId }) => mediaBuyId !== undefined).length).toBe(
      bought.filter((buy) => buy.includes("harbour")).length,
    );
    for (const { sellerId } of open.filter(({ mediaBuyId }) => mediaBuyId !== undefined))
      expect(sellerId).toContain("harbour");

    sandbox.faults.set("sales", {});
    sandbox.advance(1);
    story.wire.advance(60_000);
    const again = await flightdesk(["stop", "--all", "--json"], desk);
    expect(again.code, again.stdout).toBe(0);
    const changes = changesSince(sandbox, from);
    expect(changes.length).toBeGreaterThan(0);
    expect(changes.filter((call) => !isPause(call))).toEqual([]);
  }, 240_000);

  it("holds what has not begun, with whose order it is", async () => {
    await using story = await openStory();
    await story.run("plan");
    await stop(all, word, story.app);
    const from = story.sandbox.calls.length;
    const waiting = await story.run();
    expect(changesSince(story.sandbox, from)).toEqual([]);
    expect(waiting).toContainEqual(
      expect.objectContaining({ type: "agent", reason: "stopped by kim: wrong price" }),
    );
    const verdicts = (await story.state()).steps[0]?.verdicts.length;
    await story.run();
    expect((await story.state()).steps[0]?.verdicts.length).toBe(verdicts);
  });

  it.each([
    { do: "ignore-updates" },
    { do: "fail", code: "INVALID_STATE", task: "update_media_buy" },
    { do: "http", status: 503, task: "update_media_buy" },
    { do: "drop", when: "before", task: "update_media_buy" },
  ] as const)("names the seller that does not obey ($do) until it does", async (rule) => {
    await using story = await bought();
    story.sandbox.faults.set("sales", { rules: [rule] });
    const first = await stop(all, word, story.app);
    const open = first.buys.filter(({ stopped }) => !stopped);
    expect(open).toEqual([
      expect.objectContaining({
        sellerId: expect.stringContaining("harbour"),
        reason: expect.stringMatching(/still (active|pending_start)/),
      }),
    ]);
    expect(await story.run()).toContainEqual(
      expect.objectContaining({ type: "agent", reason: expect.stringContaining("is not paused") }),
    );
    story.sandbox.faults.set("sales", {});
    story.wire.advance(60_000);
    story.sandbox.clock.advance(1);
    const second = await stop(all, word, story.app);
    expect(second.buys.filter(({ stopped }) => !stopped)).toEqual([]);
    expect(second.buys.length).toBe(first.buys.length);
  });

  it("tells a seller that says yes and goes on spending in a rhythm, and at once when a person says so again", async () => {
    await using story = await bought();
    story.sandbox.faults.set("sales", { rules: [{ do: "ignore-updates" }] });
    const told = () =>
      story.sandbox.calls.filter((call) => call.agent === "/sales/mcp" && isPause(call)).length;
    await stop(all, word, story.app);
    expect(told()).toBe(1);
    const toldAt: number[] = [];
    let now = 0;
    for (const minute of [0.9, 1, 2.9, 3, 6.9, 7, 14, 15, 30, 31, 62, 63, 122, 123]) {
      const before = told();
      story.sandbox.clock.advance((minute - now) * 60_000);
      now = minute;
      expect(await story.run()).toContainEqual(
        expect.objectContaining({
          type: "agent",
          reason: expect.stringMatching(/at harbour.* is not paused: the buy is still/),
        }),
      );
      if (told() > before) toldAt.push(minute);
    }
    expect(toldAt).toEqual([1, 3, 7, 15, 31, 63, 123]);
    await stop(all, word, story.app);
    expect(told()).toBe(toldAt.length + 2);
    expect((await story.state()).steps.filter(({ step }) => step.id.startsWith("pause/"))).toHaveLength(
      told() + (await sellersBoughtFrom(story)).length - 1,
    );
  });

  it.each([
    {
      where: "another process on the same ledger",
      by: "kim",
      order: ({ anotherApp }: Story) => void anotherApp().stopOrders.stop(all, word),
    },
    {
      where: "a file",
      by: "the stop file",
      order: ({ home }: Story) => {
        writeFileSync(join(home, "STOP"), word.reason);
      },
    },
  ])("by $where holds at once, in the middle of a campaign", async ({ by, order }) => {
    await using story = await openStory({
      sandbox: {
        governance: {
          decide: ({ tool }) => {
            // The stop falls between the question and the answer.
            if (tool === "create_media_buy" && from === Number.POSITIVE_INFINITY) {
              order(story);
              from = story.sandbox.calls.length;
            }
            return undefined;
          },
        },
      },
    });
    let from = Number.POSITIVE_INFINITY;
    await story.run();
    expect(from).toBeLessThan(Number.POSITIVE_INFINITY);
    expect(changesSince(story.sandbox, from).map(({ task }) => task)).not.toContain("create_media_buy");
    const buys = (await story.state()).steps.filter(({ step }) => step.task === "create_media_buy");
    expect(buys.map(({ status, reason }) => `${status}: ${reason}`)).toContain(
      `held: stopped by ${by}: wrong price`,
    );
    expect(buys.filter(({ intent }) => intent !== undefined)).toEqual([]);
  });

  it.each([
    { moment: "between two tries of a call", at: "/sales/mcp create_media_buy", fault: "RATE_LIMITED" },
    { moment: "while a lost order is looked up", at: "/sales/mcp get_media_buys", fault: undefined },
    {
      moment: "while governance is asked about sending it again",
      at: "/governance/mcp check_governance",
      fault: undefined,
    },
  ])("$moment lets nothing more out, and leaves the order open", async ({ at, fault }) => {
    let armed = false;
    await using story = await openStory({
      sandbox: {
        onCall: async (call) => {
          if (!armed || `${call.agent} ${call.task}` !== at) return;
          armed = false;
          await story.anotherApp().stopOrders.stop(all, word);
          from = call.order;
        },
      },
    });
    let from = Number.POSITIVE_INFINITY;
    const create = { task: "create_media_buy" } as const;
    story.sandbox.faults.set("sales", {
      rules: [
        fault === undefined
          ? { ...create, do: "drop", when: "before" }
          : { ...create, do: "fail", code: fault },
      ],
    });
    if (fault === undefined) {
      await story.run();
      // The approvals of the first run are no longer good.
      story.sandbox.clock.advance(at.includes("governance") ? 20 * 60_000 : 60_000);
      story.sandbox.faults.set("sales", {});
    }
    armed = true;
    await story.run();
    expect(from).toBeLessThan(Number.POSITIVE_INFINITY);
    // What was on its way to other sellers when the stop came has gone.
    const there = changesSince(story.sandbox, from).filter(({ agent }) => agent === "/sales/mcp");
    expect(there.filter((call) => !isPause(call))).toEqual([]);
    const order = (await story.state()).steps.find(
      ({ step }) => step.agentId.includes("harbour") && step.task === create.task,
    );
    expect(order).toMatchObject({ status: "begun" });
    await release(all, { by: "kim", resumeBuys: false }, story.app);
    story.sandbox.faults.set("sales", {});
    await story.run();
    expect(await sellersBoughtFrom(story)).toContainEqual(expect.stringContaining("harbour"));
    expect(new Set(buysAt(story.sandbox)).size).toBe(buysAt(story.sandbox).length);
  });

  it("does not send again what was never answered, and pauses it where the seller holds it", async () => {
    await using story = await openStory();
    await runToLostOrder(story);
    const from = story.sandbox.calls.length;
    const first = await stop(all, word, story.app);
    expect(first.buys).toContainEqual(
      expect.objectContaining({ sellerId: expect.stringContaining("harbour"), stopped: false }),
    );
    story.sandbox.faults.set("sales", {});
    story.wire.advance(60_000);
    const second = await stop(all, word, story.app);
    const harbour = second.buys.filter(({ sellerId }) => sellerId.includes("harbour"));
    expect(harbour.map(({ reason }) => reason)).toEqual(["paused"]);
    expect(changesSince(story.sandbox, from).filter((call) => !isPause(call))).toEqual([]);
  });
});

describe("a stop of less", () => {
  it("of one campaign leaves the others alone", async () => {
    await using story = await bought();
    const second = await story.app.begin(another("second"));
    const { buys } = await stop({ type: "campaign", id: story.campaignId }, word, story.app);
    expect(new Set(buys.map(({ campaignId }) => campaignId))).toEqual(new Set([story.campaignId]));
    expect(buys.every(({ stopped }) => stopped)).toBe(true);
    await advance(await story.app.ports(second), "end");
    expect((await sellersBoughtFrom(story, second)).length).toBeGreaterThan(0);
  });

  it("of one seller pauses and blocks there alone", async () => {
    await using story = await bought();
    const [seller = "", ...others] = await sellersBoughtFrom(story);
    const { buys } = await stop({ type: "seller", id: seller }, word, story.app);
    expect(buys.map(({ sellerId, stopped }) => ({ sellerId, stopped }))).toEqual([
      { sellerId: seller, stopped: true },
    ]);
    const second = await story.app.begin(another("second"));
    await advance(await story.app.ports(second), "end");
    const now = await sellersBoughtFrom(story, second);
    expect(now).not.toContain(seller);
    expect(now.some((id) => others.includes(id))).toBe(true);
  });
});

describe("a stop file", () => {
  it.each(["STOP", "stop", "STOP.txt"])(
    "called %s stops everything until it is gone and a person says go",
    async (name) => {
      await using story = await bought();
      const file = join(story.home, name);
      writeFileSync(file, "the client called\n");
      const from = story.sandbox.calls.length;
      await story.run();
      const changes = changesSince(story.sandbox, from);
      expect(changes.length).toBe((await sellersBoughtFrom(story)).length);
      expect(changes.every(isPause)).toBe(true);
      expect(await story.anotherApp().stopOrders.orders()).toMatchObject([
        { by: "the stop file", reason: "the client called" },
      ]);
      expect(story.app.stopOrders.stopFile()).toBe(file);
      rmSync(file);
      expect(story.app.stopOrders.stopFile()).toBeUndefined();
      expect(await story.app.stopOrders.orders()).toHaveLength(1);
      await release(all, { by: "kim", resumeBuys: false }, story.app);
      expect(await story.app.stopOrders.orders()).toEqual([]);
    },
  );
});

describe("go", () => {
  it("lets campaigns go on, and leaves paused what is paused", async () => {
    await using story = await openStory();
    await story.run("plan");
    await stop(all, word, story.app);
    await story.run();
    expect(await sellersBoughtFrom(story)).toEqual([]);
    await release(all, { by: "kim", resumeBuys: false }, story.app);
    await story.run();
    expect((await sellersBoughtFrom(story)).length).toBeGreaterThan(0);
    await stop(all, word, story.app);
    const from = story.sandbox.calls.length;
    await release(all, { by: "kim", resumeBuys: false }, story.app);
    await story.run();
    expect(changesSince(story.sandbox, from).filter(({ task }) => task === "update_media_buy")).toEqual([]);
  });

  it("lets buys run again where that is asked for, each after governance has agreed", async () => {
    await using story = await bought();
    const { buys } = await stop(all, word, story.app);
    const from = story.sandbox.calls.length;
    const resumed = await release(all, { by: "kim", resumeBuys: true }, story.app);
    expect(resumed.map(({ status }) => status)).toEqual(buys.map(() => "done"));
    const asked = story.sandbox.calls.slice(from).filter(({ task }) => task === "check_governance");
    expect(asked.length).toBe(buys.length);
    expect(
      recentChanges(await story.state()).filter(({ did }) => did === "stop" || did === "release"),
    ).toMatchObject([
      { did: "stop", by: [word.by], text: word.reason },
      { did: "release", by: ["kim"] },
    ]);
  });

  it.each(["TERMS_REJECTED", "BUDGET_TOO_LOW", "POLICY_VIOLATION"])(
    "has nothing to pause of an order that its seller has refused (%s)",
    async (code) => {
      await using story = await openStory({ brief: televised });
      story.sandbox.faults.set("sales", { rules: [{ task: "create_media_buy", do: "fail", code }] });
      await story.run();
      const { steps } = await story.state();
      expect(steps.find(({ step }) => step.id.startsWith("buy/harbour.example/"))?.status).toBe("failed");
      const { buys } = await stop(all, word, story.app);
      expect(buys.length).toBeGreaterThan(0);
      expect(buys.filter(({ sellerId }) => sellerId === "harbour.example")).toEqual([]);
    },
  );

  it("gives up a pause that is still under way", async () => {
    await using story = await bought();
    story.sandbox.faults.set("sales", { rules: [{ task: "update_media_buy", do: "http", status: 503 }] });
    await stop(all, word, story.app);
    story.sandbox.faults.set("sales", {});
    await release(all, { by: "kim", resumeBuys: false }, story.app);
    const from = story.sandbox.calls.length;
    await story.run();
    expect(changesSince(story.sandbox, from).filter(isPause)).toEqual([]);
  });
});
