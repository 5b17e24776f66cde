import { expect, it } from "vitest";
import { advance } from "../../../src/campaign/run/advance.ts";
import { money } from "../../../src/lib/money.ts";
import { sellers } from "../../../src/sandbox/inventory/sellers.ts";
import type { FaultRule } from "../../../src/sandbox/sandbox.ts";
import { openStory, type Story } from "../story.ts";

/** A campaign at a seller of proposals alone, at 19.50, 22.00 and 26.00 EUR, that goes down by a tenth. */
function open(maxCpm: number, rules: readonly FaultRule[] = []): Promise<Story> {
  return openStory({
    sandbox: {
      protocol: "adcp",
      release: "3.2",
      sellers: sellers
        .filter(({ slug }) => slug === "sales")
        .map((one) => ({ ...one, lifecycle: { alone: true, proposals: {} } })),
      faults: new Map([["sales", rules]]),
      rewriteAnswer: ({ task, payload }) =>
        task === "list_products" ? { ...payload, products: [] } : payload,
    },
    policies: [],
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
}

type Refinement = Readonly<Record<string, unknown>>;

/** Drafts that were asked about anew. */
function revisions({ sandbox }: Story): readonly Refinement[] {
  return sandbox.calls
    .filter(({ task, outcome }) => task === "refine_proposals" && outcome === "answered")
    .flatMap(({ arguments: { refinements } }) => refinements as readonly Refinement[])
    .filter(({ action }) => action === "revise");
}

async function accepted(story: Story) {
  const { steps } = await story.state();
  const bought = steps.filter(({ step, status }) => step.task === "accept_proposal" && status === "done");
  return bought.map(({ step }) => step.bundle?.name);
}

it("asks once for terms within the brief, and buys on those", async () => {
  await using story = await open(1800);
  await story.run();
  await story.run();
  const constraints = { cpm: { max: 18, currency: "EUR" } };
  expect(revisions(story)).toEqual(
    ["prop_1", "prop_2", "prop_3"].map((proposal_id) => ({ proposal_id, action: "revise", constraints })),
  );
  expect(await accepted(story)).toEqual(["hb_ctv_ros"]);
  const { offers = [], ranking } = await story.state();
  const rates = new Map(offers.map(({ id, purchase }) => [id, purchase?.rate?.minor]));
  const passed = ranking?.rows.filter(({ gate }) => gate === "pass") ?? [];
  expect(passed.map(({ offerId }) => rates.get(offerId))).toEqual([1800]);
});

it("asks for nothing where the drafts are within the brief", async () => {
  await using story = await open(4500);
  await story.run();
  expect(revisions(story)).toEqual([]);
  expect(await accepted(story)).toHaveLength(1);
});

it("buys nothing that is called revised and keeps no limit", async () => {
  await using story = await open(1800, [{ do: "broken-constraint", task: "refine_proposals" }]);
  await story.run();
  expect(revisions(story)).toHaveLength(3);
  expect(await accepted(story)).toEqual([]);
});

it("asks in words where its seller negotiates by nothing else", async () => {
  await using story = await open(1860);
  const ports = await story.app.ports(story.campaignId);
  const read: typeof ports.read = async (agentUrl, task, request, options) => {
    const answer = await ports.read(agentUrl, task, request, options);
    if (task === "get_capabilities" && answer.type === "answered")
      Object.assign(answer.payload["media_buy"] ?? {}, { proposal_refinement: { supported_dimensions: [] } });
    return answer;
  };
  await advance({ ...ports, read }, "end");
  expect(revisions(story)[0]).toEqual({
    proposal_id: "prop_1",
    action: "revise",
    ask: "a CPM of 18.6 EUR at most",
  });
  expect(await accepted(story)).toEqual(["hb_ctv_ros"]);
});

it("asks once although the answer is lost", async () => {
  await using story = await open(1800, [{ do: "drop", when: "after", task: "refine_proposals", times: 1 }]);
  await story.run();
  await story.run();
  const made = (await story.state()).offers ?? [];
  const revised = made.filter(({ purchase }) => purchase?.rate?.minor === 1800);
  expect(revised.length).toBeLessThanOrEqual(1);
  expect(await accepted(story)).toHaveLength(revised.length);
});
