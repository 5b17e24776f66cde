import { describe, expect, it } from "vitest";
import type { AppOptions } from "../../src/app.ts";
import { giveApproval } from "../../src/campaign/approvals/approve.ts";
import { givePlanApproval } from "../../src/campaign/approvals/approve-plan.ts";
import { waitingPlan } from "../../src/campaign/approvals/plan-inbox.ts";
import type { Approver, Approvers } from "../../src/campaign/model/decisions/approvers.ts";
import { newKey, publicKeyOf } from "../../src/lib/key-file.ts";
import { money } from "../../src/lib/money.ts";
import { policyFrom } from "../campaign/govern/policy-text.ts";
import { rawSeller } from "../canned/raw-agents.ts";
import { type HostileDesk, openHostileDesk } from "./hostile/desk.ts";

type Named = Extract<Approvers, { readonly type: "named" }>;

const keys = { kim: newKey(), robin: newKey() };
const dollars = (amount: number) => money(amount * 100, "USD");
const kim: Approver = { name: "kim", publicKey: publicKeyOf(keys.kim), upTo: dollars(50_000) };
const robin: Approver = { name: "robin", publicKey: publicKeyOf(keys.robin), upTo: dollars(50_000) };
const named = (people: readonly Approver[], rest: Partial<Named> = {}): Named => ({
  type: "named",
  people,
  tiers: [],
  ...rest,
});
const rates = (date: string, of: Readonly<Record<string, number>>) => ({
  date,
  source: "a table",
  base: "EUR",
  rates: { ...of },
});
const near = rates("2027-01-04", { USD: 1.1 });

/** What stands in the files between a person's yes and the call, where the order costs EUR 30,000. */
const rewritten: readonly (readonly [string, Partial<AppOptions>, RegExp])[] = [
  ["they are named no more", { approvers: named([robin]) }, /belongs to no approver/],
  [
    "they have another key",
    { approvers: named([{ ...kim, publicKey: publicKeyOf(newKey()) }]) },
    /belongs to no approver/,
  ],
  [
    "another has their key",
    { approvers: named([{ ...kim, name: "lee" }]) },
    /in the name of kim and signed with the key of lee/,
  ],
  [
    "their limit is lower",
    { approvers: named([{ ...kim, upTo: dollars(32_999.99) }]) },
    /kim may approve USD 32,999\.99 at most, and the \w+ costs EUR 30,000\.00/,
  ],
  [
    "their limit is in a currency without a rate",
    { approvers: named([{ ...kim, upTo: money(1e9, "SEK") }]) },
    /kim's limit is in SEK, the \w+ costs EUR 30,000\.00, and there is no dated exchange rate/,
  ],
  [
    "the rates are of a day long past",
    { exchange: rates("2026-12-01", { USD: 1.1 }) },
    /no dated exchange rate of a near day: it would go by exchange rates of 2026-12-01/,
  ],
  [
    "the rates are of a day to come",
    { exchange: rates("2027-02-01", { USD: 1.1 }) },
    /no dated exchange rate of a near day: it would go by exchange rates of 2027-02-01, a day that is to come/,
  ],
  [
    "the rates have lost their currency",
    { exchange: rates("2027-01-04", { GBP: 1 }) },
    /no dated exchange rate/,
  ],
  [
    "the rates have moved over their limit",
    { exchange: rates("2027-01-04", { USD: 1.7 }) },
    /kim may approve USD 50,000\.00 at most/,
  ],
  [
    "two people are needed",
    { approvers: named([kim, robin], { tiers: [{ over: dollars(100), approvers: 2, typeTotal: false }] }) },
    /1 of 2 approvers have approved \(kim\)/,
  ],
  [
    "they are known to be who asked",
    { approvers: named([{ ...kim, login: "sam" }]) },
    /kim asked for this campaign/,
  ],
  ["nobody is named", { approvers: undefined }, /approvals are named in a file/],
];

const asks = policyFrom(
  'version: 1\nname: Ask\nrules:\n  - { id: ask, on: [create_media_buy], when: { amount: { over: "1 EUR" } }, then: ask_human }\n',
  "ask.yaml",
);

/** One order is approved as the step that it is; a plan has two. */
async function open(what: "the order" | "the plan") {
  const sellers = (what === "the plan" ? ["shop", "other"] : ["shop"]).map((slug) => rawSeller(slug));
  const maxSharePerSeller = what === "the plan" ? 0.6 : 1;
  const desk = await openHostileDesk(sellers, {
    brief: { limits: { maxSharePerSeller, excludedSellers: [] } },
    app: { approvers: named([kim, robin]), policies: [asks], exchange: near },
    requestedBy: ["sam"],
  });
  await desk.run();
  expect((await desk.orderAt("shop")).status).toBe("escalated");
  return { sellers, desk };
}

const approvals = {
  "the order": async (desk: HostileDesk, change: Partial<AppOptions> = {}) =>
    giveApproval(
      await desk.anotherApp(change).ports(desk.campaignId),
      (await desk.orderAt("shop")).step.id,
      "kim",
      { key: keys.kim },
    ),
  "the plan": async (desk: HostileDesk, change: Partial<AppOptions> = {}) =>
    givePlanApproval(await desk.anotherApp(change).ports(desk.campaignId), "kim", { key: keys.kim }),
};

/** What whoever looks at what waits reads of it. */
const whyOf = {
  "the order": async (desk: HostileDesk) => (await desk.orderAt("shop")).reason,
  "the plan": async (desk: HostileDesk, change: Partial<AppOptions>) =>
    (await waitingPlan(await desk.anotherApp(change).ports(desk.campaignId)))?.approvals.problems.join(),
};

describe.each(["the order", "the plan"] as const)("a yes to %s", (what) => {
  it.each(rewritten)(
    "buys nothing where %s when it is to be sent, and buys once when that is put right",
    async (_, change, says) => {
      const { sellers, desk } = await open(what);
      await using _desk = desk;
      expect(await approvals[what](desk)).toEqual({ type: "recorded", by: "kim" });
      for (let runs = 0; runs < 2; runs++) await desk.run("end", desk.anotherApp(change));
      expect(sellers.flatMap(({ orders }) => orders)).toEqual([]);
      expect((await desk.orderAt("shop")).status).toBe("escalated");
      expect(await whyOf[what](desk, change)).toMatch(says);
      await desk.run();
      await desk.run();
      const bound = await Promise.all(sellers.map(({ slug }) => desk.boundAt(slug)));
      expect(bound.reduce((sum, one) => sum + one, 0)).toBe(3_000_000);
      for (const { slug, orders } of sellers)
        expect([(await desk.orderAt(slug)).status, orders.length]).toEqual(["done", 1]);
      expect(await desk.app.ledger.verify()).toEqual([]);
    },
  );

  it.each(rewritten.slice(0, 5).filter(([how]) => how !== "another has their key"))(
    "is not taken where %s when it is given",
    async (_, change, says) => {
      const { sellers, desk } = await open(what);
      await using _desk = desk;
      const given = await approvals[what](desk, change).catch((cause: unknown) => ({
        type: "refused",
        reason: String(cause),
      }));
      expect(given).toMatchObject({ type: "refused", reason: expect.stringMatching(says) });
      await desk.run();
      expect(sellers.flatMap(({ orders }) => orders)).toEqual([]);
      expect((await desk.orderAt("shop")).status).toBe("escalated");
    },
  );
});
