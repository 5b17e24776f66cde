import { describe, expect, it } from "vitest";
import { bookedAmount } from "../../src/campaign/account/booked-amount.ts";
import { againstBrief } from "../../src/campaign/account/changes/beyond-limits.ts";
import { type FoundBuy, findBuy, namesOf } from "../../src/campaign/account/changes/find-line.ts";
import { giveApproval, refuse } from "../../src/campaign/approvals/approve.ts";
import { inbox } from "../../src/campaign/approvals/inbox.ts";
import { exportBundle } from "../../src/campaign/audit/bundle.ts";
import { replay } from "../../src/campaign/audit/replay.ts";
import { type Changed, changeBuy } from "../../src/campaign/change/change-buy.ts";
import { fitCreatives } from "../../src/campaign/change/fit-creatives.ts";
import { buysOf } from "../../src/campaign/change/list-buys.ts";
import type { ExecutePorts } from "../../src/campaign/execute/execute-ports.ts";
import { boughtPackages } from "../../src/campaign/model/derived/bought.ts";
import { campaignEnd } from "../../src/campaign/model/derived/plan-end.ts";
import { stepOf } from "../../src/campaign/model/state/state.ts";
import type { ChangeRequest } from "../../src/campaign/model/step/buy-change.ts";
import { creativesOnHand } from "../../src/campaign/plan/creatives/on-hand.ts";
import { channelName } from "../../src/lib/english.ts";
import { formatMoney, type Money, money, toDecimal } from "../../src/lib/money.ts";
import type { Creative } from "../../src/protocol/records/creative.ts";
import { mutations, tasks } from "../../src/protocol/tasks/index.ts";
import { insertionOrders } from "../../src/report/documents/insertion-orders.ts";
import { renderCsv } from "../../src/report/renderers/csv.ts";
import { renderMarkdown } from "../../src/report/renderers/markdown.ts";
import { makeReport } from "../../src/report/report.ts";
import { planSheet } from "../../src/report/sections/sheets/plan-sheet.ts";
import type { FaultRule } from "../../src/sandbox/sandbox.ts";
import { connect, key } from "../sandbox/connect.ts";
import { openStory, type Story, televised } from "./story.ts";

const seller = "harbour.example";

/** A campaign that has bought and whose flight is under way since four days, unless told otherwise. */
async function running(
  options: Parameters<typeof openStory>[0] = {},
  { days = 18 }: { readonly days?: number } = {},
): Promise<Story> {
  const story = await openStory({
    brief: televised,
    ...options,
  });
  await story.run();
  story.sandbox.advance(1);
  await story.run();
  if (days > 1) story.sandbox.advance(days - 1);
  return story;
}

async function lineOf(story: Story): Promise<FoundBuy> {
  const name = namesOf(await story.state()).find((one) => one.startsWith(`${seller}/`)) ?? "";
  const foundBuy = findBuy(await story.state(), name);
  if (foundBuy === undefined) throw new Error(`nothing is bought at ${seller}`);
  return foundBuy;
}

/** The buy as all of it, whatever it holds. */
async function buyOf(story: Story): Promise<FoundBuy> {
  const foundBuy = findBuy(await story.state(), (await lineOf(story)).subject.mediaBuyId);
  if (foundBuy === undefined) throw new Error(`nothing is bought at ${seller}`);
  return foundBuy;
}

async function ask(
  story: Story,
  foundBuy: FoundBuy,
  requested: ChangeRequest,
  { execute = true, by = ["kim"], app = story.app } = {},
): Promise<Changed> {
  const asked = { requested, askedBy: by, reason: "the client called" };
  return changeBuy(foundBuy, asked, { execute }, await app.ports(story.campaignId));
}

async function listed(story: Story) {
  const buys = await buysOf(await story.app.ports(story.campaignId));
  const found = buys.find(({ sellerId }) => sellerId === seller);
  if (found === undefined) throw new Error(`nothing is bought at ${seller}`);
  return found;
}

async function budgetOf(story: Story): Promise<Money> {
  const { packageId } = (await lineOf(story)).subject;
  const { budget } = (await listed(story)).lines.find((line) => line.packageId === packageId) ?? {};
  if (budget === undefined) throw new Error("its budget is not told");
  return budget;
}

/** The creative that the line was given first. */
async function creativeIn(story: Story): Promise<Creative> {
  const { lineIds } = await lineOf(story);
  const onHand = creativesOnHand(await story.state()).map(({ creative }) => creative);
  const { packages } = await lineOf(story);
  const state = await story.state();
  const fits = onHand.find((creative) => fitCreatives([creative], { packages }, state).problems.length === 0);
  if (fits === undefined) throw new Error(`nothing fits into ${lineIds.join(", ")}`);
  return fits;
}

const changing = new Set<string>(Object.values(mutations).map(({ name }) => name));

function changes(story: Story, from = 0) {
  return story.sandbox.calls.slice(from).filter(({ task }) => changing.has(task));
}

function updates(story: Story) {
  return story.sandbox.calls.filter(({ task }) => task === "update_media_buy");
}

/** What is bound of the budget in the ledger, in minor units. */
async function bound(story: Story): Promise<number> {
  return (await story.app.ledger.reservations(story.campaignId))
    .filter(({ claim }) => claim.scope === "budget")
    .reduce((sum, { claim }) => sum + claim.minor, 0);
}

function part({ minor, currency }: Money, share: number): Money {
  return money(Math.round(minor * share), currency);
}

function fault(story: Story, ...rules: FaultRule[]): void {
  story.sandbox.faults.set("sales", { rules });
}

describe("a change of a running buy", () => {
  it("is shown and not sent in a dry run, which leaves no trace", async () => {
    await using story = await running();
    const from = story.sandbox.calls.length;
    const { sequence } = await story.state();
    const before = await budgetOf(story);
    const changed = await ask(
      story,
      await lineOf(story),
      { verb: "decrease", to: part(before, 0.8) },
      { execute: false },
    );
    expect(changed).toMatchObject({
      type: "planned",
      step: { change: { differences: [{ field: "budget", before, after: part(before, 0.8) }] } },
    });
    expect(changes(story, from)).toEqual([]);
    expect((await story.state()).sequence).toBe(sequence);
  });

  it("pauses a buy and lets it run again, once each however often it is asked for", async () => {
    await using story = await running();
    for (const _ of [1, 2]) await ask(story, await buyOf(story), { verb: "pause" });
    expect((await listed(story)).status).toBe("paused");
    for (const _ of [1, 2]) await ask(story, await buyOf(story), { verb: "unpause" });
    expect((await listed(story)).status).toBe("active");
    expect(updates(story)).toHaveLength(2);
    await ask(story, await buyOf(story), { verb: "pause" });
    expect((await listed(story)).status).toBe("paused");
  });

  it("lowers a budget twice, gives back what is not bound any more, and frees the caps", async () => {
    await using story = await running();
    const before = await budgetOf(story);
    const boundBefore = await bound(story);
    for (const share of [0.8, 0.6]) {
      const to = part(before, share);
      expect(await ask(story, await lineOf(story), { verb: "decrease", to })).toMatchObject({
        type: "performed",
        current: { status: "done", check: { made: true } },
        findings: [],
      });
      expect(await budgetOf(story)).toEqual(to);
      expect(boundBefore - (await bound(story))).toBe(before.minor - to.minor);
    }
    const own = (await story.app.ledger.reservations(story.campaignId)).filter(
      ({ stepId }) => stepId === `buy/${seller}/EUR`,
    );
    const scopes = own.map(({ claim }) => claim.scope);
    expect(scopes).toEqual(expect.arrayContaining(["budget", "campaign", "day", "run"]));
    expect(new Set(own.map(({ claim }) => claim.minor)).size).toBe(1);
    const again = await ask(story, await lineOf(story), { verb: "decrease", to: part(before, 0.6) });
    expect(again.type).toBe("unchanged");
    expect(updates(story)).toHaveLength(2);
  });

  it("stands in the plan and on the insertion order as it is ordered now, beside what was planned", async () => {
    await using story = await running();
    const before = await budgetOf(story);
    const to = part(before, 0.5);
    const { lineIds } = await lineOf(story);
    const changed = async () => {
      const report = makeReport(await story.state());
      const line = report.plan?.lines.find(({ lineId }) => lineIds.includes(lineId));
      const order = (await insertionOrders(report)).find(({ name }) => name.includes(seller));
      return { report, line, page: order?.page.replaceAll("\u00a0", " ") ?? "" };
    };
    await ask(story, await lineOf(story), { verb: "decrease", to });
    const { report, line, page } = await changed();
    expect(line).toMatchObject({ budget: before, changed: { budget: to, end: "2027-02-28" } });
    const planned = line?.expectedImpressions ?? 0;
    expect((line?.changed?.expectedImpressions ?? 0) / planned).toBeCloseTo(0.5, 3);
    expect(renderMarkdown(report)).toContain(`changed from ${formatMoney(before)}`);
    const sheet = planSheet(report);
    expect(sheet && renderCsv(sheet)).toContain(`,${(to.minor / 100).toFixed(2)},`);
    expect(page).toContain(formatMoney(to));
    expect(page).not.toContain(formatMoney(before));

    await ask(story, await buyOf(story), { verb: "cancel" });
    const ended = await changed();
    expect(ended.line?.changed?.end).toBe("2027-01-22");
    expect(ended.page).toContain("18 January 2027 to 22 January 2027, both inclusive");
  });

  it("cancels: keeps bound what is spent alone once all days are reported, tells the seller why, and takes nothing more", async () => {
    await using story = await running();
    await story.run();
    const spent = (await listed(story)).spent ?? money(0, "EUR");
    expect(spent.minor).toBeGreaterThan(0);
    const boundBefore = await bound(story);
    const { amount } = (await lineOf(story)).subject.bought;
    const changed = await ask(story, await buyOf(story), { verb: "cancel" });
    expect(changed).toMatchObject({ type: "performed", current: { status: "done", check: { spent } } });
    expect((await listed(story)).status).toBe("canceled");
    // The day of the cancellation is not reported yet.
    expect(await bound(story)).toBeGreaterThan(boundBefore - amount.minor + spent.minor);
    story.sandbox.advance(1);
    await story.run();
    const inAll = (await listed(story)).spent ?? spent;
    expect(boundBefore - (await bound(story))).toBe(amount.minor - inAll.minor);
    expect(updates(story).at(-1)?.arguments["updates"]).toEqual({
      status: "canceled",
      cancellation_reason: "the client called",
    });
    const after = await ask(story, await buyOf(story), { verb: "extend", until: "2027-03-05" });
    expect(after).toMatchObject({
      type: "refused",
      reason: expect.stringMatching(/is canceled: .*nothing any more/),
    });
    expect((await ask(story, await buyOf(story), { verb: "cancel" })).type).toBe("unchanged");
  });

  it("raises a budget out of what was given back, with a reservation and a check of its own", async () => {
    await using story = await running();
    const before = await budgetOf(story);
    const boundBefore = await bound(story);
    await ask(story, await lineOf(story), { verb: "decrease", to: part(before, 0.7) });
    const raised = await ask(story, await lineOf(story), { verb: "increase", to: part(before, 0.9) });
    expect(raised).toMatchObject({
      type: "performed",
      current: {
        status: "done",
        step: { amount: { minor: part(before, 0.9).minor - part(before, 0.7).minor } },
      },
      findings: [],
    });
    expect(boundBefore - (await bound(story))).toBe(before.minor - part(before, 0.9).minor);
    await ask(story, await lineOf(story), { verb: "decrease", to: part(before, 0.5) });
    expect(boundBefore - (await bound(story))).toBe(before.minor - part(before, 0.5).minor);
    expect(makeReport(await story.state()).headline.money?.committedSpend.minor).toBe(await bound(story));
  });

  it("is not made past the budget, whatever the seller and governance would say", async () => {
    await using story = await running();
    const before = await budgetOf(story);
    const from = updates(story).length;
    const dry = await ask(
      story,
      await lineOf(story),
      { verb: "increase", to: part(before, 20) },
      { execute: false },
    );
    expect(dry).toMatchObject({
      type: "refused",
      reason: expect.stringMatching(/^the campaign's budget is .*; .* of it is free, and this needs /),
    });
    const changed = await ask(story, await lineOf(story), { verb: "increase", to: part(before, 20) });
    expect(changed).toMatchObject({ type: "performed", current: { status: "refused" } });
    expect(updates(story)).toHaveLength(from);
    expect(await budgetOf(story)).toEqual(before);
  });

  it.each([
    ["decrease", 10],
    ["increase", 20.1],
  ] as const)(
    "holds a new budget against what is bound, whatever its seller tells of the one before: %s",
    async (verb, times) => {
      await using story = await running();
      const before = await budgetOf(story);
      const { agentUrl, subject } = await lineOf(story);
      const { call } = await connect(story.sandbox, new URL(agentUrl).pathname);
      await call("update_media_buy", {
        idempotency_key: key(),
        media_buy_id: subject.mediaBuyId,
        updates: { packages: [{ package_id: subject.packageId, budget: toDecimal(part(before, 20)) }] },
      });
      const from = updates(story).length;
      const changed = await ask(story, await lineOf(story), { verb, to: part(before, times) });
      expect(changed).toMatchObject({
        type: "performed",
        current: { status: "refused", reason: expect.stringMatching(/budget|cap/) },
      });
      const back = await ask(story, await lineOf(story), { verb: "decrease", to: before });
      expect(back).toMatchObject({ current: { step: { amount: { minor: 0 } } } });
      expect(updates(story)).toHaveLength(from + 1);
      expect(await budgetOf(story)).toEqual(before);
    },
  );

  it("asks a person before a line gets more than the brief gives its seller", async () => {
    const limits = { ...televised.limits, channelShares: {}, maxSharePerSeller: 0.08 };
    await using story = await running({ brief: { limits } });
    const { budget } = (await story.state()).brief ?? {};
    if (budget === undefined) throw new Error("there is no brief");
    const before = await budgetOf(story);
    const to = money(before.minor + part(budget, 0.05).minor, before.currency);
    const dry = await ask(story, await lineOf(story), { verb: "increase", to }, { execute: false });
    expect(dry).toMatchObject({
      step: { change: { beyond: [expect.stringMatching(/over .*8 % of the budget, the brief's limit/)] } },
    });
    const from = updates(story).length;
    const asked = await ask(story, await lineOf(story), { verb: "increase", to });
    expect(asked).toMatchObject({
      current: { status: "escalated", reason: expect.stringMatching(/^seller harbour\.example would/) },
    });
    expect(updates(story)).toHaveLength(from);
    const { id } = asked.type === "performed" ? asked.current.step : { id: "" };
    await giveApproval(await story.app.ports(story.campaignId), id, "kim");
    await story.run();
    // The governance agent was told the share with the plan, and has the last word.
    expect(stepOf(await story.state(), id)?.verdicts.map(({ verdict }) => verdict)).toMatchObject([
      { type: "escalated", by: "limits" },
      { type: "approved", by: "limits" },
      { type: "denied", by: "governance" },
    ]);
    const within = money(before.minor - 100, before.currency);
    await ask(story, await lineOf(story), { verb: "decrease", to: within });
    const back = await ask(story, await lineOf(story), { verb: "increase", to: before });
    expect(back).toMatchObject({ current: { status: "done" } });
  });

  it("says of each channel's least share what ending an order takes of that channel alone", async () => {
    const channelShares = { ctv: { min: 0.4 }, olv: { min: 0.3 } };
    await using story = await running({ brief: { limits: { ...televised.limits, channelShares } } });
    const ended = await ask(story, await buyOf(story), { verb: "cancel" }, { execute: false });
    if (ended.type !== "planned") throw new Error(ended.type);
    const state = await story.state();
    const left = (channel: string) => {
      const lines = boughtPackages(state).filter(({ offer }) => offer.channels.includes(channel));
      const others = lines.filter(({ lineId }) => !ended.step.lineIds.includes(lineId));
      return { isTouched: others.length < lines.length, booked: others.map(({ lineId }) => lineId) };
    };
    const expected = (["ctv", "olv"] as const).flatMap((channel) => {
      const { isTouched, booked } = left(channel);
      const amount = formatMoney(money(bookedAmount(booked, state), "EUR"));
      return isTouched ? [`${channelName(channel)} would have ${amount}`] : [];
    });
    const said = againstBrief(ended.step, state);
    expect(expected.length).toBeGreaterThan(0);
    for (const words of expected) expect(said.join("\n")).toContain(words);
  });

  it("lists every buy, whatever amounts one of their sellers tells", async () => {
    await using story = await running();
    const { read, journal } = await story.app.ports(story.campaignId);
    const { agentUrl, subject } = await lineOf(story);
    const endless: typeof read = async (url, task, request, options) => {
      const answer = await read(url, task, request, options);
      if (url !== agentUrl || answer.type !== "answered") return answer;
      const told = tasks.get_media_buys.response.safeParse(answer.payload).data?.media_buys ?? [];
      const media_buys = told.map(({ packages = [], ...buy }) => ({
        ...buy,
        packages: packages.map((one) => ({ ...one, budget: 1e300 })),
      }));
      return { ...answer, payload: { ...answer.payload, ...(told.length > 0 && { media_buys }) } };
    };
    const told = await buysOf({ journal, read: endless });
    expect(told).toHaveLength((await buysOf({ journal, read })).length);
    const lines = told.flatMap((buy) => buy.lines);
    expect(lines.filter(({ budget }) => budget === undefined).map(({ packageId }) => packageId)).toContain(
      subject.packageId,
    );
  });

  it("extends a buy within the plan's flight", async () => {
    await using story = await running();
    const { agentUrl, subject } = await buyOf(story);
    const { call } = await connect(story.sandbox, new URL(agentUrl).pathname);
    await call("update_media_buy", {
      idempotency_key: key(),
      media_buy_id: subject.mediaBuyId,
      updates: { end_time: "2027-02-15T00:00:00Z" },
    });
    const changed = await ask(story, await buyOf(story), { verb: "extend", until: "2027-02-20" });
    expect(changed).toMatchObject({ type: "performed", current: { status: "done" }, findings: [] });
    expect(Date.parse((await listed(story)).end ?? "")).toBe(Date.parse("2027-02-21T00:00:00Z"));
  });

  it("extends a buy past the campaign's last day once a person has agreed: the governance agent's plan first, then the order", async () => {
    await using story = await running();
    const requested: ChangeRequest = { verb: "extend", until: "2027-03-14" };
    const boundBefore = await bound(story);
    const from = story.sandbox.calls.length;
    const sent = () =>
      story.sandbox.calls
        .slice(from)
        .filter(({ task }) => task === "sync_plans" || task === "update_media_buy");
    const changed = await ask(story, await buyOf(story), requested);
    if (changed.type !== "performed") throw new Error(changed.type);
    const { id } = changed.current.step;
    expect(changed.current).toMatchObject({ status: "escalated", verdicts: [{ verdict: { by: "limits" } }] });
    await story.run();
    expect(sent()).toEqual([]);
    await giveApproval(await story.app.ports(story.campaignId), id, "robin");
    await story.run();
    expect(stepOf(await story.state(), id)).toMatchObject({ status: "done", check: { made: true } });
    expect(sent().map(({ task }) => task)).toEqual(["sync_plans", "update_media_buy"]);
    const { brief: planned } = await story.state();
    expect(sent()[0]?.arguments["plans"]).toMatchObject([
      {
        budget: { total: (planned?.budget.minor ?? 0) / 100 },
        flight: { end: "2027-03-15T00:00:00Z" },
      },
    ]);
    expect(Date.parse((await listed(story)).end ?? "")).toBe(Date.parse("2027-03-15T00:00:00Z"));
    expect(await bound(story)).toBe(boundBefore);
    expect(campaignEnd(await story.state())).toBe("2027-03-15T00:00:00Z");
  });

  it("runs other creatives in a line, in one call", async () => {
    await using story = await running();
    const old = await creativeIn(story);
    const requested: ChangeRequest = {
      verb: "swap-creative",
      creatives: [{ ...old, creative_id: "second-cut" }],
    };
    expect(fitCreatives(requested.creatives, await lineOf(story), await story.state())).toEqual({
      fitting: requested.creatives,
      problems: [],
    });
    for (const type of ["performed", "unchanged"])
      expect(await ask(story, await lineOf(story), requested)).toMatchObject({ type, findings: [] });
    const { packageId } = (await lineOf(story)).subject;
    const line = (await listed(story)).lines.find((one) => one.packageId === packageId);
    expect(line?.creatives).toEqual(["second-cut"]);
    expect(updates(story)).toHaveLength(1);
  });
});

/** Governance lets buys be paused and let run by itself, and has people agree to each budget. */
const peopleAgreeToBudgets: Parameters<typeof running>[0] = {
  sandbox: {
    governance: {
      decide: ({ tool, human_approval, payload }) =>
        tool === "update_media_buy" &&
        human_approval === undefined &&
        !JSON.stringify(payload).includes("status")
          ? { verdict: "escalated", explanation: "a person must agree" }
          : undefined,
    },
  },
};

describe("a change that is not made", () => {
  it("is refused by what the seller allows, which is told", async () => {
    await using story = await running({}, { days: 1 });
    const to = part(await budgetOf(story), 0.8);
    const from = story.sandbox.calls.length;
    expect(await ask(story, await lineOf(story), { verb: "decrease", to })).toMatchObject({
      type: "refused",
      reason: expect.stringMatching(
        /is pending_start: its seller does not take update_budget now\. It takes pause, cancel, sync_creatives/,
      ),
    });
    expect(changes(story, from)).toEqual([]);
  });

  it("is refused where a budget would fall below what is spent", async () => {
    await using story = await running({}, { days: 30 });
    const from = story.sandbox.calls.length;
    expect(await ask(story, await lineOf(story), { verb: "decrease", to: money(100, "EUR") })).toMatchObject({
      type: "refused",
      reason: expect.stringMatching(/has spent EUR [\d,.]+ already: its budget cannot be EUR 1\.00/),
    });
    expect(changes(story, from)).toEqual([]);
  });

  it("is denied by governance, binds nothing, and is asked again under another key", async () => {
    await using story = await running({
      sandbox: {
        governance: {
          decide: ({ tool }) =>
            tool === "update_media_buy" ? { verdict: "denied", explanation: "not this one" } : undefined,
        },
      },
    });
    const boundBefore = await bound(story);
    const requested: ChangeRequest = { verb: "decrease", to: part(await budgetOf(story), 0.8) };
    for (const attempt of ["", "/2"]) {
      const changed = await ask(story, await lineOf(story), requested);
      expect(changed).toMatchObject({
        type: "performed",
        current: {
          status: "refused",
          reason: expect.stringMatching(/not this one/),
          step: { id: expect.stringMatching(new RegExp(`/decrease/[0-9a-f]{8}${attempt}$`)) },
        },
      });
    }
    expect(await bound(story)).toBe(boundBefore);
    expect(updates(story)).toEqual([]);
  });

  it("waits for a person where governance asks for one, and is made by the next run after an approval", async () => {
    await using story = await running({
      sandbox: {
        governance: {
          decide: ({ tool, human_approval }) =>
            tool === "update_media_buy" && human_approval === undefined
              ? { verdict: "escalated", explanation: "a person must agree" }
              : undefined,
        },
      },
    });
    const before = await budgetOf(story);
    const requested: ChangeRequest = { verb: "decrease", to: part(before, 0.8) };
    const changed = await ask(story, await lineOf(story), requested);
    if (changed.type !== "performed") throw new Error(changed.type);
    const { id } = changed.current.step;
    expect(changed.current.status).toBe("escalated");
    expect(await ask(story, await lineOf(story), requested)).toMatchObject({
      current: { status: "escalated", step: { id } },
    });
    expect(await ask(story, await buyOf(story), { verb: "cancel" })).toMatchObject({
      type: "refused",
      reason: expect.stringContaining(`${id} is still escalated`),
    });
    expect(await inbox(await story.app.ports(story.campaignId))).toMatchObject([
      { stepId: id, buyChanges: [{ before: formatMoney(before), after: formatMoney(requested.to) }] },
    ]);
    await giveApproval(await story.app.ports(story.campaignId), id, "robin");
    const boundBefore = await bound(story);
    await story.run();
    expect(await budgetOf(story)).toEqual(requested.to);
    expect(stepOf(await story.state(), id)).toMatchObject({ status: "done", check: { made: true } });
    expect(boundBefore - (await bound(story))).toBe(before.minor - requested.to.minor);
  });

  it("is held back by a later pause of its buy until that is let run again, and by no earlier one", async () => {
    await using story = await running(peopleAgreeToBudgets);
    const approved = async (requested: ChangeRequest) => {
      const changed = await ask(story, await lineOf(story), requested);
      if (changed.type !== "performed") throw new Error(changed.type);
      const { id } = changed.current.step;
      return async () => {
        await giveApproval(await story.app.ports(story.campaignId), id, "robin");
        await story.run();
        return stepOf(await story.state(), id);
      };
    };
    const before = await budgetOf(story);
    const [lower, higher] = [part(before, 0.6), part(before, 0.8)];
    await (await approved({ verb: "decrease", to: lower }))();
    const agree = await approved({ verb: "increase", to: higher });
    await ask(story, await buyOf(story), { verb: "pause" });
    const held = await agree();
    expect(held).toMatchObject({ status: "held", reason: expect.stringContaining("has paused it since") });
    expect(await budgetOf(story)).toEqual(lower);
    expect(await ask(story, await buyOf(story), { verb: "unpause" })).toMatchObject({
      current: { status: "done" },
    });
    await story.run();
    // The buy has changed: it is decided, and asked about, anew.
    const anew = stepOf(await story.state(), held?.step.id ?? "");
    expect(anew).toMatchObject({ status: "escalated" });
    await giveApproval(await story.app.ports(story.campaignId), anew?.step.id ?? "", "robin");
    await story.run();
    expect(await budgetOf(story)).toEqual(higher);
    // Who raises what is paused already wants it so.
    await ask(story, await buyOf(story), { verb: "pause" });
    expect(await (await approved({ verb: "increase", to: before }))()).toMatchObject({ status: "done" });
    expect(await budgetOf(story)).toEqual(before);
  });

  it("is given up by a person while it is held, and then another one may be asked for", async () => {
    await using story = await running(peopleAgreeToBudgets);
    const before = await budgetOf(story);
    const robin = async (stepId: string) => {
      await giveApproval(await story.app.ports(story.campaignId), stepId, "robin");
      await story.run();
    };
    const lowered = await ask(story, await lineOf(story), { verb: "decrease", to: part(before, 0.6) });
    if (lowered.type !== "performed") throw new Error(lowered.type);
    await robin(lowered.current.step.id);
    const changed = await ask(story, await lineOf(story), { verb: "increase", to: part(before, 0.8) });
    if (changed.type !== "performed") throw new Error(changed.type);
    const { id } = changed.current.step;
    await ask(story, await buyOf(story), { verb: "pause" });
    await robin(id);
    expect(stepOf(await story.state(), id)).toMatchObject({ status: "held" });
    await refuse(await story.app.ports(story.campaignId), id, { by: "robin", reason: "the launch is off" });
    expect(stepOf(await story.state(), id)).toMatchObject({ status: "refused" });
    await story.run();
    expect(await ask(story, await lineOf(story), { verb: "decrease", to: part(before, 0.5) })).toMatchObject({
      type: "performed",
      current: { status: "escalated" },
    });
  });

  it("is a finding where the seller agrees and ignores it, and gives nothing back before it is made", async () => {
    await using story = await running();
    fault(story, { do: "ignore-updates" });
    const requested: ChangeRequest = { verb: "decrease", to: part(await budgetOf(story), 0.8) };
    const boundBefore = await bound(story);
    const changed = await ask(story, await lineOf(story), requested);
    expect(changed).toMatchObject({
      type: "performed",
      current: { status: "done", check: { made: false } },
      findings: [expect.stringMatching(/agreed and did not do it: the budget of .* is EUR .*, not EUR /)],
    });
    expect(await bound(story)).toBe(boundBefore);
    expect(renderMarkdown(makeReport(await story.state()))).toMatch(
      /failed: decrease .* agreed and did not do it/,
    );
    fault(story);
    expect(await ask(story, await lineOf(story), requested)).toMatchObject({
      current: { status: "done" },
      findings: [],
    });
    expect(await bound(story)).toBeLessThan(boundBefore);
  });

  it("is held under a stop order, but for a pause", async () => {
    await using story = await running();
    await story.app.stopOrders.stop({ type: "all" }, { by: "kim", reason: "wrong price" });
    const to = part(await budgetOf(story), 0.8);
    expect(await ask(story, await lineOf(story), { verb: "decrease", to })).toMatchObject({
      current: { status: "held", reason: "stopped by kim: wrong price" },
    });
    expect(await ask(story, await buyOf(story), { verb: "pause" })).toMatchObject({
      current: { status: "done" },
    });
    expect((await listed(story)).status).toBe("paused");
  });
});

describe("a change and what happens meanwhile", () => {
  it("is decided anew where the buy changed under it: another step, another difference, another price", async () => {
    await using story = await running();
    const before = await budgetOf(story);
    const boundBefore = await bound(story);
    await ask(story, await lineOf(story), { verb: "decrease", to: part(before, 0.5) });
    const { agentUrl, subject } = await lineOf(story);
    const { call } = await connect(story.sandbox, new URL(agentUrl).pathname);
    const lowered = part(before, 0.4);
    const ports = await story.app.ports(story.campaignId);
    let meddled = false;
    const mutate: typeof ports.mutate = async (frozen, approval, options) => {
      // Somebody else lowers it after the decision and before the call.
      if (!meddled)
        await call("update_media_buy", {
          idempotency_key: key(),
          media_buy_id: subject.mediaBuyId,
          updates: { packages: [{ package_id: subject.packageId, budget: toDecimal(lowered) }] },
        });
      meddled = true;
      return ports.mutate(frozen, approval, options);
    };
    const requested: ChangeRequest = { verb: "increase", to: part(before, 0.8) };
    const asked = { requested, askedBy: ["kim"] };
    expect(
      await changeBuy(await lineOf(story), asked, { execute: true }, { ...ports, mutate }),
    ).toMatchObject({
      type: "performed",
      current: {
        status: "done",
        step: {
          id: expect.stringMatching(/~2$/),
          amount: { minor: requested.to.minor - lowered.minor },
          change: { differences: [{ field: "budget", before: lowered }] },
        },
      },
      findings: [],
    });
    const keys = updates(story)
      .slice(-3)
      .map(({ arguments: request }) => request["idempotency_key"]);
    expect(new Set(keys).size).toBe(3);
    expect(boundBefore - (await bound(story))).toBe(before.minor - requested.to.minor);
  });

  /** This process as it was before the machine was started anew. */
  const deadSelf = ({ processes: { self } }: ExecutePorts) => ({ ...self, started: "an earlier start" });

  it.each([
    { killed: "before it is sent", sends: false },
    { killed: "between the sending and the answer", sends: true },
  ])("is made once where the process is killed $killed", async ({ sends }) => {
    await using story = await running();
    const requested: ChangeRequest = { verb: "decrease", to: part(await budgetOf(story), 0.8) };
    const boundBefore = await bound(story);
    const ports = await story.app.ports(story.campaignId);
    const mutate: typeof ports.mutate = async (frozen, approval, options) => {
      if (sends) await ports.mutate(frozen, approval, options);
      throw new Error("killed");
    };
    const dying = changeBuy(
      await lineOf(story),
      { requested, askedBy: ["kim"] },
      { execute: true },
      { ...ports, mutate, processes: { ...ports.processes, self: deadSelf(ports) } },
    );
    await expect(dying).rejects.toThrow("killed");
    const again = await ask(story, await lineOf(story), requested, { app: story.anotherApp() });
    expect(again).toMatchObject({
      type: "performed",
      current: { status: "done", receipt: { replayed: sends } },
      findings: [],
    });
    expect(await budgetOf(story)).toEqual(requested.to);
    expect(new Set(updates(story).map(({ arguments: request }) => request["idempotency_key"])).size).toBe(1);
    expect(await bound(story)).toBeLessThan(boundBefore);
  });

  it("is made once where the answer is lost, and found in the seller's books", async () => {
    await using story = await running();
    const requested: ChangeRequest = { verb: "decrease", to: part(await budgetOf(story), 0.8) };
    fault(story, { do: "drop", when: "after", task: "update_media_buy" });
    expect(await ask(story, await lineOf(story), requested)).toMatchObject({
      type: "performed",
      current: { status: "done", receipt: { replayed: true }, check: { made: true } },
      findings: [],
    });
    fault(story);
    const again = await ask(story, await lineOf(story), requested, { app: story.anotherApp() });
    expect(again.type).toBe("unchanged");
    expect(await budgetOf(story)).toEqual(requested.to);
    expect(updates(story)).toHaveLength(1);
  });

  it("is made once where two processes are asked for it at once", async () => {
    await using story = await running();
    const requested: ChangeRequest = { verb: "decrease", to: part(await budgetOf(story), 0.8) };
    const other = story.anotherApp();
    await Promise.all([
      ask(story, await lineOf(story), requested),
      ask(story, await lineOf(story), requested, { app: other }),
    ]);
    expect(updates(story)).toHaveLength(1);
    expect(await budgetOf(story)).toEqual(requested.to);
  });

  it("stands in the report and in the audit bundle: who asked, before, after, the verdicts and the receipt", async () => {
    await using story = await running();
    const before = await budgetOf(story);
    for (const [verb, share] of [
      ["decrease", 0.8],
      ["increase", 0.9],
    ] as const)
      await ask(story, await lineOf(story), { verb, to: part(before, share) });
    const report = renderMarkdown(makeReport(await story.state()));
    expect(report).toMatch(/Asked for by kim: budget of .*: EUR .* → EUR .* Why: the client called/);
    expect(report).toMatch(/Read back, as asked for: EUR .* is spent\. Committed there is now EUR /);

    const bundle = await exportBundle(story.app.ledger, story.campaignId);
    const proposed = bundle.entries.flatMap(({ event }) =>
      event.type === "step-proposed" && "step" in event ? [event.step] : [],
    );
    expect(proposed).toContainEqual(
      expect.objectContaining({
        change: expect.objectContaining({
          askedBy: ["kim"],
          differences: [expect.objectContaining({ before, after: part(before, 0.8) })],
        }),
      }),
    );
    const { decisions, broken } = await replay(bundle);
    expect(decisions.filter(({ about }) => about.includes("on change/"))).toHaveLength(2);
    expect(decisions.filter(({ same }) => !same)).toEqual([]);
    expect(broken).toEqual([]);
  });
});
