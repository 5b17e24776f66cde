import { describe, expect, it } from "vitest";
import type { WaitingStep } from "../../src/campaign/approvals/inbox.ts";
import { confirmTotal } from "../../src/cli/approval.ts";
import { waitingPlanText, waitingStepText } from "../../src/cli/text/waiting-step.ts";
import type { AnswerOf } from "../../src/desk/operations.ts";
import { money } from "../../src/lib/money.ts";

const step: WaitingStep & Pick<AnswerOf<"inbox">["waiting"][number], "packages" | "vendor"> = {
  campaignId: "campaign-1",
  campaignName: "Spring",
  requestedBy: ["sam"],
  stepId: "buy/kiosk.example/EUR~2",
  task: "create_media_buy",
  seller: "kiosk.example",
  vendor: "Kiosk",
  purpose: "buy a package",
  requiredBy: "governance",
  reasons: ["a person must look"],
  total: money(25_000_000, "USD"),
  planTotal: money(23_000_000, "EUR"),
  flight: { start: "2027-01-18T00:00:00Z", end: "2027-03-01T00:00:00Z" },
  digest: "a".repeat(64),
  seen: "b".repeat(64),
  packages: [
    {
      lineId: "kiosk.example/kk_olv",
      product: "Out-stream video",
      seller: "kiosk.example",
      budget: money(25_000_000, "USD"),
      start: "2027-01-18",
      end: "2027-02-28",
      constraints: [{ field: "countries", enforcedBy: "wire", hard: true, reason: "DE, AT" }],
    },
  ],
  arguments: [{ field: "packages[0].budget", value: "250000" }],
  changes: [{ field: "packages[0].budget", before: "300000", after: "250000" }],
  approvals: { needed: 2, by: ["kim"], problems: ["1 of 2 approvers have approved (kim)"] },
  typeTotal: true,
  until: "2027-01-11T08:00:00.000Z",
};

describe("the screen that a person decides from", () => {
  it("says what an order takes of the budget with its data, and that nobody can approve what a model asked for", () => {
    const text = waitingStepText({
      ...step,
      total: money(6_677_725, "EUR"),
      planTotal: money(7_250_000, "EUR"),
      nobodyNamed: true,
    });
    expect(text).toContain("total        EUR 66,777.25 at most, EUR 72,500.00 with data\n");
    expect(text).toContain("how          by nobody yet: approvers.yaml has to name somebody first");
  });

  it("says what, why, how much, until when, what changed and how to decide", () => {
    expect(waitingStepText(step)).toMatchInlineSnapshot(`
      "buy/kiosk.example/EUR~2
        what         buy a package (create_media_buy)
        seller       kiosk.example
        total        USD 250,000.00 at most, EUR 230,000.00 of the plan
        dates        2027-01-18 to 2027-02-28
        campaign     Spring (campaign-1)
        asked for by sam
        why          the governance agent wants a person
                     a person must look
        approvals    1 of 2: kim
                     1 of 2 approvers have approved (kim)
        until        2027-01-11 08:00 UTC, then it is refused
        how          at a terminal, with the total typed by hand
          Package           Seller                At most  Days
          Out-stream video  kiosk.example  USD 250,000.00  18 Jan – 28 Feb

          How the brief is met
            Countries: in the order (all)
        changed against what it replaces
          packages[0].budget: 300000 -> 250000
        exactly this would be sent
          packages[0].budget = 250000
        sha-256      aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
        flightdesk approve buy/kiosk.example/EUR~2 --campaign campaign-1
        flightdesk reject buy/kiosk.example/EUR~2 --campaign campaign-1 --reason "…""
    `);
  });

  it("tells the hours of a flight that is not of whole days", () => {
    const flight = { start: "2027-01-20T09:30:00Z", end: "2027-02-28T18:00:00Z" };
    expect(waitingStepText({ ...step, flight })).toContain("2027-01-20 09:30 UTC to 2027-02-28 18:00 UTC\n");
  });

  it("keeps the arguments back for whoever only looks, and says how to see them", () => {
    const text = waitingStepText(step, { exactly: false });
    expect(text).toContain("Out-stream video");
    expect(text).toContain("exactly this would be sent: with --verbose");
    expect(text).not.toContain("packages[0].budget = 250000");
  });

  it("lets no word of others move the cursor, begin a line or end a command", () => {
    const hostile = "x\u001b[2J\n  total        EUR 1.00\u202e; rm -rf ~ #'";
    const text = waitingStepText({ ...step, seller: hostile, stepId: `buy/${hostile}`, reasons: [hostile] });
    for (const hidden of ["\u001b", "\u202e"]) expect(text).not.toContain(hidden);
    expect(text.split("\n").filter((line) => /^ {2}total /.test(line))).toHaveLength(1);
    expect(text).toMatch(
      /flightdesk approve 'buy\/x\[2J total EUR 1\.00; rm -rf ~ #'\\''' --campaign campaign-1/,
    );
  });
});

it("names the products of a plan, their last day, and the data that the total holds", () => {
  const [named] = step.packages;
  if (named === undefined) throw new Error("no package");
  const { campaignId, campaignName, requestedBy, digest, reasons, approvals, typeTotal } = step;
  const text = waitingPlanText({
    campaignId,
    campaignName,
    requestedBy,
    digest,
    reasons,
    approvals,
    typeTotal,
    total: money(25_000_000, "EUR"),
    steps: ["plan"],
    packages: [
      {
        lineId: named.lineId,
        seller: named.seller,
        product: "kk_olv",
        option: "cpm_eur",
        start: "2027-01-18T00:00:00Z",
        end: "2027-03-01T00:00:00Z",
        budget: money(24_000_000, "EUR"),
        amount: money(25_000_000, "EUR"),
      },
    ],
    inWords: [{ ...named, budget: money(24_000_000, "EUR"), data: money(1_000_000, "EUR") }],
    command: "flightdesk approve --plan",
  });
  expect(text).toMatch(/Out-stream video +kiosk\.example +EUR 240,000\.00 +18 Jan – 28 Feb/);
  expect(text).toContain("Data, beside it at most: EUR 10,000.00 for Out-stream video.");
  expect(text).toContain(
    "Out-stream video of kiosk.example (kk_olv, cpm_eur): EUR 240,000.00 at most, price not stated, 2027-01-18 to 2027-02-28",
  );
});

describe("the total that a person types", () => {
  const typing = (typed: string) => ({ ask: () => Promise.resolve(typed) });

  it.each(["250,000.00 USD", "USD 250000", "250,000.00 "])("%s is the step's", async (typed) => {
    await expect(confirmTotal(step, typing(typed))).resolves.toBeUndefined();
  });

  it.each(["250,000.01 USD", "250,000.00 EUR", "250.000,00 USD", "yes", ""])("%s is not", async (typed) => {
    await expect(confirmTotal(step, typing(typed))).rejects.toThrow("nothing is approved");
  });
});
