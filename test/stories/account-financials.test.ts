import { expect, it } from "vitest";
import { giveApproval } from "../../src/campaign/approvals/approve.ts";
import { waitsForPerson } from "../../src/campaign/model/state/state.ts";
import type { SellerProfile } from "../../src/sandbox/inventory/listing.ts";
import { sellerAt } from "../fixtures/seller-at.ts";
import { openStory, type Story } from "./story.ts";

const harbour = sellerAt("harbour.example");

/** A campaign at one seller that says what is left on our account there. */
function openAt(
  financials: SellerProfile["financials"],
  release: "3.1" | "3.2" = "3.2",
  lifecycle?: SellerProfile["lifecycle"],
): Promise<Story> {
  const seller = { ...harbour, ...(financials && { financials }), ...(lifecycle && { lifecycle }) };
  return openStory({
    sandbox: { protocol: "adcp", release, sellers: [seller] },
    policies: [],
    brief: { channels: ["olv"], limits: { onlySellers: ["harbour.example"], excludedSellers: [] } },
  });
}

const called = ({ sandbox }: Story, ...tasks: readonly string[]) =>
  sandbox.calls.filter(({ agentId, task }) => agentId === "harbour.example" && tasks.includes(task));

const orders = (story: Story) => called(story, "create_media_buy", "buy_products");

async function found(story: Story) {
  const { preflight } = await story.state();
  return preflight?.findings.filter(({ check }) => check === "account") ?? [];
}

it.each([
  ["3.1", undefined],
  ["3.2", undefined],
  ["3.2", { alone: true }],
] as const)(
  "asks a person before an order that the account does not bear, in %s (%o)",
  async (release, tools) => {
    await using story = await openAt({ currency: "EUR", limit: 50_000, left: 1_800 }, release, tools);
    await story.run();
    expect(orders(story)).toEqual([]);
    expect(await found(story)).toEqual([
      {
        check: "account",
        result: "ask",
        where: "harbour.example",
        what: expect.stringMatching(
          /^harbour\.example has EUR 1,800\.00 left on the account, and EUR [\d,]{6,}\.\d\d is planned there\.$/,
        ),
        todo: "Have the account filled up or its limit raised; a yes orders all the same.",
      },
    ]);
    const ports = await story.app.ports(story.campaignId);
    for (const { step } of ports.journal.state().steps.filter(waitsForPerson))
      await giveApproval(ports, step.id, "kim");
    await story.run();
    expect(orders(story).length).toBeGreaterThan(0);
    const read = called(story, "get_account_financials").length;
    await story.run();
    expect(called(story, "get_account_financials")).toHaveLength(read);
  },
);

it.each([
  [
    "that is suspended",
    "suspended",
    "ask",
    "harbour.example has suspended the account that is ordered under.",
  ],
  [
    "with overdue invoices",
    "past_due",
    "note",
    "harbour.example says that invoices of the account are overdue.",
  ],
] as const)("says what is the matter with an account %s", async (_, status, result, what) => {
  await using story = await openAt({ currency: "EUR", limit: 9_000_000, left: 9_000_000, status });
  await story.run();
  expect(await found(story)).toMatchObject([{ result, what }]);
  expect(orders(story).length > 0).toBe(result === "note");
});

it.each<[string, SellerProfile["financials"]]>([
  ["bears the order", { currency: "EUR", limit: 9_000_000, left: 9_000_000 }],
  ["is not shown", undefined],
  ["is in a currency of which no rate is known", { currency: "XAF", limit: 5, left: 5 }],
])("buys without a question where the account %s", async (_, financials) => {
  await using story = await openAt(financials);
  await story.run();
  expect(await found(story)).toEqual([]);
  expect(orders(story).length).toBeGreaterThan(0);
  if (financials === undefined) expect(called(story, "get_account_financials")).toEqual([]);
});
