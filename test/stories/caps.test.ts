import { expect, it } from "vitest";
import { readPolicyFile } from "../../src/campaign/govern/files/policy-file.ts";
import { openJournal } from "../../src/campaign/model/state/journal.ts";
import { advance } from "../../src/campaign/run/advance.ts";
import { money } from "../../src/lib/money.ts";
import { brief, buysAt, openStory } from "./story.ts";

function capsOnly(...caps: string[]) {
  const rule = '  - id: unused\n    when: { amount: { over: "900,000,000 EUR" } }\n    then: warn\n';
  const lines = caps.map((cap) => `  - ${cap}\n`).join("");
  const reading = readPolicyFile(`version: 1\nname: Caps\nrules:\n${rule}caps:\n${lines}`, "caps.yaml");
  if (reading.type === "invalid") throw new Error(reading.problems.join("\n"));
  return [reading.policy];
}

it("binds what a step may cost before governance is asked, and keeps it as spent when the buy is done", async () => {
  await using story = await openStory();
  await story.run();
  story.sandbox.advance(1);
  await story.run();
  const { steps, plan } = await story.state();
  const buys = steps.filter(({ step }) => step.task === "create_media_buy");
  const reservations = (await story.app.ledger.reservations()).filter(
    ({ claim }) => claim.scope === "budget",
  );
  expect(reservations.map(({ state }) => state)).toEqual(buys.map(() => "committed"));
  expect(reservations.reduce((sum, { claim }) => sum + claim.minor, 0)).toBe(plan?.total.minor);
  const kinds = (await story.app.ledger.read(story.campaignId)).map(({ key }) => key);
  for (const { step } of buys)
    expect(kinds.indexOf(`reserved/${step.id}`)).toBeLessThan(kinds.indexOf(`verdict/${step.id}/1`));
});

it("gives back what a refused step had bound", async () => {
  await using story = await openStory({
    sandbox: {
      governance: {
        decide: ({ tool }) =>
          tool === "create_media_buy" ? { verdict: "denied", explanation: "not now" } : undefined,
      },
    },
  });
  await story.run();
  expect(await story.app.ledger.reservations()).toEqual([]);
});

it("does not buy past a cap, and says which one and what of it is bound", async () => {
  await using story = await openStory({ policies: capsOnly('{ per: campaign, amount: "100,000 EUR" }') });
  await story.run();
  const buys = (await story.state()).steps.filter(({ step }) => step.task === "create_media_buy");
  const bound = buys.filter(({ status }) => status === "done" || status === "pending");
  const refused = buys.filter(({ status }) => status === "refused");
  expect(bound.reduce((sum, { step }) => sum + step.planAmount.minor, 0)).toBeLessThanOrEqual(10_000_000);
  expect(bound.length).toBeGreaterThan(0);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]?.reason).toMatch(/the cap per campaign \(.*\) is EUR 100,000\.00; EUR .* of it is bound/);
});

it("counts against a cap in another currency by the desk's own rates of a near day, or buys nothing", async () => {
  const policies = capsOnly('{ per: campaign, amount: "100,000 USD" }');
  const rates = (date: string, USD: number) => ({ date, source: "test", base: "EUR", rates: { USD } });
  await using story = await openStory({ policies });
  await story.run("plan");
  const orders = async () =>
    (await story.state()).steps.filter(({ step }) => step.task === "create_media_buy");
  const goOn = async (exchange: ReturnType<typeof rates>) =>
    advance(await story.anotherApp({ exchange }).ports(story.campaignId), "end");
  await goOn(rates("2026-12-01", 1.1));
  for (const { status, reason } of await orders()) {
    expect(status).toBe("held");
    expect(reason).toContain(
      "the cap is in USD, the call in EUR, and there is no dated exchange rate of a near day: it would go by exchange rates of 2026-12-01, which is longer ago than `exchange_age`",
    );
  }
  expect(buysAt(story.sandbox)).toEqual([]);
  await goOn(rates("2027-01-04", 2));
  const bound = (await orders()).filter(({ status }) => status === "done" || status === "pending");
  expect(bound.length).toBeGreaterThan(0);
  expect(bound.reduce((sum, { step }) => sum + step.planAmount.minor, 0)).toBeLessThanOrEqual(5_000_000);
});

it("counts what was bought under a cap before it was written in another currency", async () => {
  await using story = await openStory({ policies: capsOnly('{ per: brand, amount: "120,000 EUR" }') });
  await story.run();
  const before = buysAt(story.sandbox);
  expect(before.length).toBeGreaterThan(0);
  const bound = (await story.app.ledger.reservations()).filter(({ claim }) => claim.scope === "brand");
  // As much in the other currency as is bound already.
  const dollars = Math.ceil(bound.reduce((sum, { claim }) => sum + claim.minor, 0) * 0.01085);
  const policies = capsOnly(`{ per: brand, amount: "${dollars} USD" }`);
  const other = story.anotherApp({ policies });
  const flight = { start: "2027-03-08", end: "2027-03-28" };
  const second = await other.begin({ ...brief, name: "Second", flight });
  await advance(await other.ports(second), "end");
  expect(buysAt(story.sandbox)).toEqual(before);
  const orders = (await openJournal(story.app.ledger, second)).state().steps;
  expect(orders.map(({ reason }) => reason).join()).toMatch(
    /the cap per brand \(.*\) is USD .*; USD .* of it is bound/,
  );
});

it.each(["brand", "seller", "brand, sellers: [SELLERS]"])(
  "counts under a cap per %s what was bought before it was written",
  async (per) => {
    await using story = await openStory({ policies: capsOnly('{ per: run, amount: "90,000,000 EUR" }') });
    await story.run();
    const before = buysAt(story.sandbox);
    const { steps } = await story.state();
    const bought = steps.filter(
      ({ step, status }) => step.task === "create_media_buy" && (status === "done" || status === "pending"),
    );
    expect(bought.length).toBeGreaterThan(1);
    const amounts = bought.map(({ step }) => step.planAmount.minor);
    // The cap leaves EUR 1 of what is bound: at all sellers together, or at the one that has least.
    const bound = per === "seller" ? Math.min(...amounts) : amounts.reduce((sum, each) => sum + each);
    const sellers = [...new Set(bought.map(({ step }) => step.agentId))].join(", ");
    const scope = per.replace("SELLERS", sellers);
    const policies = capsOnly(`{ per: ${scope}, amount: "${(bound + 100) / 100} EUR" }`);
    const other = story.anotherApp({ policies });
    const flight = { start: "2027-03-08", end: "2027-03-28" };
    const second = await other.begin({ ...brief, name: "Second", flight });
    await advance(await other.ports(second), "end");
    const orders = (await openJournal(story.app.ledger, second)).state().steps;
    const again = orders.filter(({ step }) => sellers.includes(step.agentId) && step.planAmount.minor > 0);
    expect(again.length).toBeGreaterThan(0);
    expect(again.map(({ status }) => status)).toEqual(again.map(() => "refused"));
    expect(again.map(({ reason }) => reason).join()).toMatch(
      /the cap per (brand|seller) \(.*\) is EUR .* of it is bound/,
    );
    const after = buysAt(story.sandbox);
    expect(after.slice(0, before.length)).toEqual(before);
    expect(await story.app.ledger.verify()).toEqual([]);
  },
);

it("holds what does not fit today's cap until another day", async () => {
  await using story = await openStory({ policies: capsOnly('{ per: day, amount: "100,000 EUR" }') });
  await story.run();
  const open = async () => (await story.state()).steps.filter(({ status }) => status === "held").length;
  expect(await open()).toBeGreaterThan(0);
  const before = await open();
  story.sandbox.advance(1);
  await story.run();
  expect(await open()).toBeLessThan(before);
});

it("keeps two campaigns of a brand that run at once under one cap", async () => {
  await using story = await openStory({ policies: capsOnly('{ per: brand, amount: "150,000 EUR" }') });
  const other = story.anotherApp();
  const second = await other.begin({ ...brief, name: "Second", budget: money(20_000_000, "EUR") });
  await Promise.all([story.run(), advance(await other.ports(second), "end")]);
  const boundOf = async (id: string) =>
    (await openJournal(story.app.ledger, id))
      .state()
      .steps.filter(
        ({ step, status }) => step.task === "create_media_buy" && ["done", "pending"].includes(status),
      )
      .reduce((sum, { step }) => sum + step.planAmount.minor, 0);
  const total = (await boundOf(story.campaignId)) + (await boundOf(second));
  expect(total).toBeGreaterThan(0);
  expect(total).toBeLessThanOrEqual(15_000_000);
});

it("buys once when two processes run the same campaign at once", async () => {
  await using story = await openStory();
  const other = story.anotherApp();
  await story.run("plan");
  await Promise.all([story.run(), advance(await other.ports(story.campaignId), "end")]);
  const bought = story.sandbox.calls.filter(
    ({ task, outcome }) => task === "create_media_buy" && outcome === "answered",
  );
  const references = bought.map(({ arguments: request }) => request["buyer_ref"]);
  expect(references.length).toBeGreaterThan(0);
  expect(new Set(references).size).toBe(references.length);
});
