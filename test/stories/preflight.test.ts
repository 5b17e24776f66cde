import { describe, expect, it } from "vitest";
import type { App } from "../../src/app.ts";
import type { Brief } from "../../src/brief/brief.ts";
import { giveApproval, refuse } from "../../src/campaign/approvals/approve.ts";
import { inbox } from "../../src/campaign/approvals/inbox.ts";
import { exportBundle } from "../../src/campaign/audit/bundle.ts";
import { replay } from "../../src/campaign/audit/replay.ts";
import { openJournal, statesOf } from "../../src/campaign/model/state/journal.ts";
import { checkBeforeBuying } from "../../src/campaign/preflight/check-before-buying.ts";
import { advance } from "../../src/campaign/run/advance.ts";
import { money } from "../../src/lib/money.ts";
import { tasks } from "../../src/protocol/tasks/index.ts";
import { brief, buysAt, openStory, type Story } from "./story.ts";

const small: Partial<Brief> = { channels: ["olv"], limits: { excludedSellers: [] } };

/** Changes that agents were asked for since the call with this number. */
function changes({ sandbox }: Story, since = 0): string[] {
  return sandbox.calls
    .slice(since)
    .map(({ task }) => task)
    .filter((name) => Object.values(tasks).some((task) => task.name === name && task.mutates));
}

async function stateOf(app: App, id: string) {
  return (await openJournal(app.ledger, id)).state();
}

/** Another campaign on the story's ledger, taken as far as it goes now. */
async function another(story: Story, change: Partial<Brief>, options: { again?: boolean } = {}) {
  const since = story.sandbox.calls.length;
  const id = await story.app.begin({ ...brief, ...small, ...change }, options);
  const waiting = await advance(await story.app.ports(id), "end");
  return { id, waiting, since, state: () => stateOf(story.app, id) };
}

describe("a plan that may not be bought", () => {
  it("sends nothing, tells everything that is wrong at once, and ends", async () => {
    await using story = await openStory({
      brief: {
        ...small,
        flight: { start: "2026-11-01", end: "2026-12-31" },
        insertionOrderTotal: money(100, "EUR"),
        creatives: [
          {
            id: "spring",
            name: "Spring",
            format: { agent_url: "https://creative.example/mcp", id: "display_300x250" },
            assets: {
              image: { asset_type: "image", url: "https://cdn.acme.example/spring.png" },
              landing_page: { asset_type: "url", url: "https://www.acme.example/{{page}}" },
            },
          },
        ],
      },
    });
    expect(await story.run()).toEqual([]);
    expect(changes(story)).toEqual([]);
    const { preflight, ended, steps } = await story.state();
    const blocks = preflight?.findings.filter(({ result }) => result === "block") ?? [];
    expect(blocks.map(({ where }) => where)).toEqual([
      "flight.end",
      "insertion_order_total",
      "creatives[0].assets.landing_page.url",
    ]);
    expect(ended).toMatch(/pre-flight checks block it with 3 findings/);
    expect(steps).toEqual([]);
    await story.run();
    expect(changes(story)).toEqual([]);
  });

  it("waits for the brief where it buys from a seller that the client wrote of in words of no field", async () => {
    const written = "persona non grata since the invoice thing: metropol screens, so count them out";
    await using story = await openStory({ brief: { ...small, channels: ["dooh"], unread: [written] } });
    expect(await story.run()).toEqual([]);
    expect(changes(story)).toEqual([]);
    const { preflight, ended, plan } = await story.state();
    const blocks = preflight?.findings.filter(({ result }) => result === "block") ?? [];
    expect(blocks).toMatchObject([{ check: "sellers", where: "unread" }]);
    expect(blocks[0]?.what).toContain(written);
    expect(ended).toMatch(/nothing was bought/);
    const [line] = plan?.lines ?? [];
    const ruledOut = await another(story, {
      channels: ["dooh"],
      unread: [written],
      limits: { excludedSellers: [line?.sellerId ?? ""] },
    });
    const { plan: without, preflight: checked } = await ruledOut.state();
    expect(without?.lines.filter(({ sellerId }) => sellerId === line?.sellerId)).toEqual([]);
    expect(checked?.findings.filter(({ where }) => where === "unread")).toEqual([]);
  });

  it("is not bought on swapped days", async () => {
    await using story = await openStory({
      brief: { ...small, flight: { start: "2027-02-28", end: "2027-01-18" } },
    });
    await story.run();
    expect(changes(story)).toEqual([]);
    expect((await story.state()).ended).toMatch(/nothing was bought/);
  });

  it("is stopped while it waits for a person, when its days are over", async () => {
    await using story = await openStory({
      brief: { ...small, name: "Spring 2030" },
      settings: { approval_window: 365 * 86_400_000 },
    });
    expect((await story.run()).map(({ type }) => type)).toEqual(["person"]);
    story.sandbox.advance(80);
    expect(await story.run()).toEqual([]);
    expect(changes(story)).toEqual([]);
    expect((await story.state()).steps.map(({ status }) => status)).toEqual(["refused"]);
    expect((await story.state()).ended).toMatch(/nothing was bought/);
  });
});

describe("a budget of more than three times the largest so far", () => {
  it("is a question about the whole campaign before anything is sent, and is bought after a person's yes", async () => {
    await using story = await openStory({ brief: { ...small, budget: money(2_000_000, "EUR") } });
    await story.run();
    expect(buysAt(story.sandbox).length).toBeGreaterThan(0);
    const large = await another(story, {
      name: "Large",
      budget: money(6_000_100, "EUR"),
      flight: { start: "2027-03-08", end: "2027-03-28" },
    });
    expect(large.waiting.map((entry) => (entry.type === "person" ? entry.stepId : entry.type))).toEqual([
      "plan",
    ]);
    expect(changes(story, large.since)).toEqual([]);
    const ports = await story.app.ports(large.id);
    const [asked] = await inbox(ports);
    expect(asked).toMatchObject({ requiredBy: "preflight", total: (await large.state()).plan?.total });
    expect(asked?.reasons.join("\n")).toMatch(/EUR 60,001.00 is more than 3 times .* with EUR 20,000.00/);

    expect(await giveApproval(ports, "plan", "kim")).toMatchObject({ type: "recorded" });
    await advance(await story.app.ports(large.id), "end");
    const buys = (await large.state()).steps.filter(({ step }) => step.task === "create_media_buy");
    expect(buys.length).toBeGreaterThan(0);
    expect(buys.every(({ verdicts }) => verdicts.every(({ verdict }) => verdict.type !== "escalated"))).toBe(
      true,
    );
    expect(changes(story, large.since)).toContain("create_media_buy");
    expect(await story.app.ledger.verify()).toEqual([]);
    const { decisions } = await replay(await exportBundle(story.app.ledger, large.id));
    expect(decisions.filter(({ same }) => !same)).toEqual([]);
  });

  it("is bought without a question at three times", async () => {
    await using story = await openStory({ brief: { ...small, budget: money(2_000_000, "EUR") } });
    await story.run();
    const large = await another(story, {
      name: "Large",
      budget: money(6_000_000, "EUR"),
      flight: { start: "2027-03-08", end: "2027-03-28" },
    });
    expect(large.waiting.filter(({ type }) => type === "person")).toEqual([]);
    expect(changes(story, large.since)).toContain("create_media_buy");
  });
});

describe("a campaign that looks like one that is live", () => {
  it("is a question, and buys nothing where a person says no", async () => {
    await using story = await openStory({ brief: small });
    await story.run();
    const twin = await another(story, {}, { again: true });
    const [entry] = twin.waiting;
    expect(entry).toMatchObject({ type: "person", stepId: "plan" });
    expect(JSON.stringify(entry)).toContain(story.campaignId);
    expect(changes(story, twin.since)).toEqual([]);

    await refuse(await story.app.ports(twin.id), "plan", { by: "kim", reason: "it is the same one" });
    expect(await advance(await story.app.ports(twin.id), "end")).toMatchObject([
      { type: "market", reason: "kim said no: nothing was bought" },
    ]);
    expect(await advance(await story.app.ports(twin.id), "end")).toHaveLength(1);
    expect(changes(story, twin.since)).toEqual([]);
    expect(await twin.state()).toMatchObject({ preflight: { refusedBy: "kim" } });
    expect((await twin.state()).round).toBeUndefined();
  });

  it("is not asked about where the other one has other days", async () => {
    await using story = await openStory({ brief: small });
    await story.run();
    const later = await another(story, { name: "Later", flight: { start: "2027-03-01", end: "2027-03-28" } });
    expect(later.waiting.filter(({ type }) => type === "person")).toEqual([]);
  });

  it("is noticed by the later of two that looked at the same ledger", async () => {
    await using story = await openStory({ brief: small });
    await story.run("plan");
    const { plan } = await story.state();
    if (plan === undefined) throw new Error("there is no plan");
    const twins = await Promise.all(
      ["Twin one", "Twin two"].map((name) => story.app.begin({ ...brief, ...small, name })),
    );
    for (const id of twins) {
      await advance(await story.app.ports(id), "ranking");
      await (await openJournal(story.app.ledger, id)).record({ type: "plan-made", plan }, "stage/plan");
    }
    const [one = "", two = ""] = twins;
    const ports = await story.app.ports(one);
    let looks = 0;
    const campaigns = async (brandDomain: string) => {
      looks += 1;
      const seen = await ports.others.campaigns(brandDomain);
      // Behind the first one's back, after it has looked and before it is written down.
      if (looks === 1) await checkBeforeBuying(await story.anotherApp().ports(two));
      return seen;
    };
    await checkBeforeBuying({ ...ports, others: { ...ports.others, campaigns } });
    expect(looks).toBe(2);
    const checked = await statesOf(story.app.ledger, [story.campaignId, two, one]);
    expect(checked.map(({ preflight }) => preflight?.turn)).toEqual([1, 2, 3]);
    const asked = async (id: string) => JSON.stringify((await stateOf(story.app, id)).preflight?.findings);
    expect(await asked(one)).toContain(two);
    expect(await asked(two)).not.toContain(one);
  });

  it("is noticed by exactly one of two processes that begin at once", async () => {
    await using story = await openStory({ brief: small });
    const apps = [story.app, story.anotherApp()];
    const ids = [story.campaignId, await story.app.begin({ ...brief, ...small }, { again: true })];
    await Promise.all(apps.map(async (app, i) => advance(await app.ports(ids[i] ?? ""), "end")));
    const asked = (await statesOf(story.app.ledger, ids)).flatMap(({ id, preflight }) =>
      preflight?.findings.some(({ result }) => result === "ask") === true ? [id] : [],
    );
    expect(asked).toHaveLength(1);
    const bought = ids.filter((id) =>
      buysAt(story.sandbox).some((reference) => reference.startsWith(`${id}/`)),
    );
    expect(bought).toEqual(ids.filter((id) => !asked.includes(id)));
  });
});
