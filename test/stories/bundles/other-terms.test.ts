import { describe, expect, it } from "vitest";
import { giveApproval, refuse } from "../../../src/campaign/approvals/approve.ts";
import { givePlanApproval } from "../../../src/campaign/approvals/approve-plan.ts";
import { inbox } from "../../../src/campaign/approvals/inbox.ts";
import { money } from "../../../src/lib/money.ts";
import { type CommercialTerms, termsDigest } from "../../../src/protocol/proposals/proposal.ts";
import { sellers } from "../../../src/sandbox/inventory/sellers.ts";
import type { Payload } from "../../../src/sandbox/payload.ts";
import type { FaultRule } from "../../../src/sandbox/sandbox.ts";
import { openStory, type Story } from "../story.ts";
import { asking, boundIn } from "./asked.ts";

const dearer: FaultRule = { do: "changed-terms", task: "refine_proposals" };

interface Manner {
  /** Minor units of EUR. */
  readonly maxCpm?: number;
  readonly policies?: ReturnType<typeof asking>;
  readonly held?: (terms: CommercialTerms) => CommercialTerms;
}

/** A campaign at a seller of proposals alone, which holds them as the rules say, or as `held` makes their terms. */
async function open(
  rules: readonly FaultRule[],
  { maxCpm = 4500, policies = [], held = sameTerms }: Manner = {},
) {
  const asked: Record<string, unknown>[] = [];
  const story = await openStory({
    sandbox: {
      protocol: "adcp",
      release: "3.2",
      sellers: sellers
        .filter(({ slug }) => slug === "sales")
        .map((one) => ({ ...one, lifecycle: { alone: true, proposals: {} } })),
      faults: new Map([["sales", rules]]),
      rewriteAnswer: ({ task, payload }) =>
        task === "list_products"
          ? { ...payload, products: [] }
          : task === "refine_proposals"
            ? heldAs(payload, held)
            : payload,
      governance: {
        decide: (request) => {
          asked.push({ ...request });
          return { verdict: "approved" };
        },
      },
    },
    policies,
    brief: {
      budget: money(9_000_000, "EUR"),
      channels: ["ctv", "olv"],
      limits: {
        maxCpm: money(maxCpm, "EUR"),
        maxSharePerSeller: 0.5,
        excludedSellers: sellers.map(({ domain }) => domain).filter((one) => one !== "harbour.example"),
      },
    },
  });
  return { story, asked };
}

const sameTerms = (terms: CommercialTerms): CommercialTerms => terms;

/** What a seller holds, on other terms under their own digest. */
function heldAs(payload: Payload, held: (terms: CommercialTerms) => CommercialTerms): Payload {
  const results = (payload["results"] as { proposal?: { commercial_terms: CommercialTerms } }[]).map(
    (one) => {
      if (one.proposal === undefined) return one;
      const commercial_terms = held(one.proposal.commercial_terms);
      return {
        ...one,
        proposal: { ...one.proposal, commercial_terms, terms_digest: termsDigest(commercial_terms) },
      };
    },
  );
  return { ...payload, results };
}

async function portsOf({ app, campaignId }: Story) {
  return app.ports(campaignId);
}

async function questions(story: Story) {
  return inbox(await portsOf(story));
}

async function endOfHold(story: Story) {
  const { steps } = await story.state();
  return steps.find(({ step }) => step.id.startsWith("finalise/"))?.holdEnded;
}

const callsOf = ({ sandbox }: Story, name: string) => sandbox.calls.filter(({ task }) => task === name);

describe("a proposal that its seller holds at another price", () => {
  it("is asked about with what has changed, and bought on exactly those terms after a yes", async () => {
    const { story, asked } = await open([dearer]);
    await using _ = story;
    await story.run();
    const [question, ...others] = await questions(story);
    expect(others).toEqual([]);
    expect(question).toMatchObject({
      task: "accept_proposal",
      requiredBy: "seller",
      total: money(4_500_000, "EUR"),
      until: "2027-01-06T08:00:00.000Z",
      reasons: [
        "harbour.example holds it on other terms than were planned, until 2027-01-06T08:00:00.000Z: approve to accept exactly these, reject to give it back",
        "hb_ctv_ros: EUR 19.5 -> 21.45",
      ],
      changes: [
        { field: "purchases[0].pricing.fixed_price", before: "19.5", after: "21.45" },
        { field: "purchases[0].impressions", before: "2307692", after: "2097902" },
      ],
    });
    expect(callsOf(story, "accept_proposal")).toEqual([]);
    expect(asked.filter(({ tool }) => tool === "accept_proposal")).toEqual([]);
    expect(await boundIn(story.app)).toEqual([["reserved", 4_500_000]]);

    await giveApproval(await portsOf(story), question?.stepId ?? "", "kim");
    await story.run();
    const [accepted] = callsOf(story, "accept_proposal");
    const digest = accepted?.arguments["proposal_terms_digest"];
    const order = (await story.state()).steps.find(({ step }) => step.id === question?.stepId);
    expect(order).toMatchObject({ status: "done", check: { made: true, findings: [] } });
    expect(digest).toBe(order?.step.bundle?.digest);
    expect(asked.filter(({ tool }) => tool === "accept_proposal")).toMatchObject([
      { payload: { proposal_terms_digest: digest }, proposal: { terms_digest: digest } },
    ]);
    expect(await endOfHold(story)).toMatchObject({ as: "accepted" });
    expect(await boundIn(story.app)).toEqual([["committed", 4_500_000]]);
    // What it reports at that price is as agreed.
    story.sandbox.advance(20);
    await story.run();
    expect(await questions(story)).toEqual([]);
  });

  it("is asked about although the plan was approved, which nobody can approve it with", async () => {
    const { story } = await open([dearer], { policies: asking() });
    await using _ = story;
    await story.run();
    await givePlanApproval(await portsOf(story), "kim");
    await story.run();
    expect(await questions(story)).toMatchObject([{ task: "accept_proposal", approvals: { by: [] } }]);
    await expect(givePlanApproval(await portsOf(story), "kim")).rejects.toThrow("nothing of the plan of");
    expect(callsOf(story, "accept_proposal")).toEqual([]);
  });

  it("binds what it costs by then, and names it", async () => {
    const { story } = await open([], { held: (terms) => withTotal(terms, 40_000) });
    await using _ = story;
    await story.run();
    expect(await questions(story)).toMatchObject([
      {
        total: money(4_000_000, "EUR"),
        planTotal: money(4_000_000, "EUR"),
        reasons: expect.arrayContaining(["total: EUR 45000 -> 40000"]),
      },
    ]);
    expect(await boundIn(story.app)).toEqual([["reserved", 4_000_000]]);
  });

  it("is given back after a no, with its money", async () => {
    const { story } = await open([dearer]);
    await using _ = story;
    await story.run();
    const [question] = await questions(story);
    await refuse(await portsOf(story), question?.stepId ?? "", { by: "kim", reason: "too dear" });
    await story.run();
    expect(await endOfHold(story)).toMatchObject({ as: "declined" });
    expectGivenBack(story);
    expect(await boundIn(story.app)).toEqual([]);
  });

  it("is not bought where nobody answers while it is held", async () => {
    const { story } = await open([dearer]);
    await using _ = story;
    await story.run();
    story.sandbox.advance(3);
    await story.run();
    const order = (await story.state()).steps.find(({ step }) => step.task === "accept_proposal");
    expect(order).toMatchObject({ status: "refused", reason: expect.stringContaining("it expired at") });
    expect(await endOfHold(story)).toMatchObject({ as: "lapsed" });
    expect(callsOf(story, "accept_proposal")).toEqual([]);
    expect(await boundIn(story.app)).toEqual([]);
  });

  it.each([
    ["its price is over the brief's", [dearer], { maxCpm: 2000 }, "over the limit of"],
    [
      "it is of more than the seller's share",
      [],
      { held: (terms: CommercialTerms) => withTotal(terms, 45_001) },
      "more than 50 % of the budget",
    ],
    [
      "other rights come with it",
      [],
      { held: (terms: CommercialTerms) => ({ ...terms, change_terms: [] }) },
      "not in prices and amounts alone",
    ],
  ] as const)("is given back without a question where %s", async (_what, rules, options, why) => {
    const { story } = await open(rules, options);
    await using _ = story;
    await story.run();
    expect(await questions(story)).toEqual([]);
    expect(await endOfHold(story)).toMatchObject({ as: "lost", reason: expect.stringContaining(why) });
    expectGivenBack(story);
    expect(await boundIn(story.app)).toEqual([]);
  });
});

function expectGivenBack(story: Story): void {
  expect(callsOf(story, "accept_proposal")).toEqual([]);
  const declined = callsOf(story, "decline_proposals").flatMap((call) => call.arguments["declines"]);
  expect(declined).toContainEqual(expect.objectContaining({ proposal_id: "prop_4" }));
}

function withTotal(terms: CommercialTerms, amount: number): CommercialTerms {
  const purchases = terms.purchases.map((one) => ({ ...one, budget: amount }));
  return { ...terms, purchases, total_budget: { amount, currency: "EUR" } };
}
