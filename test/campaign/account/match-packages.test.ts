import { expect, it } from "vitest";
import { packagesForMatch } from "../../../src/campaign/account/match-packages.ts";
import type { StopScope } from "../../../src/campaign/model/decisions/stop-order.ts";
import type { CampaignState } from "../../../src/campaign/model/state/state.ts";
import type { Step } from "../../../src/campaign/model/step/step.ts";
import { money } from "../../../src/lib/money.ts";
import { matchPackageSchema } from "../../../src/protocol/records/match-package.ts";
import { boughtCampaign, following, mediaBuyOf } from "../learn/measured-campaign.ts";

/** Two buys, each of whose packages is matched before an impression. */
function matched(brief: Parameters<typeof boughtCampaign>[0] = {}): CampaignState {
  const state = boughtCampaign(brief);
  return {
    ...state,
    offers: state.offers?.map((offer) => ({
      ...offer,
      trustedMatch: { context: true, identity: false, providers: [] },
    })),
  };
}

const sellersOf = (state: CampaignState) =>
  new Set(
    packagesForMatch(state, []).flatMap((one) =>
      "package" in one ? [one.package.seller_agent.agent_url] : [],
    ),
  );

it("lists no package whose buy is to be paused, also where the pause was refused, until people take it", () => {
  const state = matched();
  const all = sellersOf(state);
  const order = state.steps.find(({ step }) => step.agentId === "apex.example");
  if (order === undefined) throw new Error("apex.example was bought from");
  const stepId = order.step.id;
  const findings: string[] = [];
  const question = { differences: [{ what: "the budget", wanted: "1", stated: "2" }], isMoney: true };
  const asked = following(state, { type: "change-checked", stepId, made: false, findings, question });
  expect(all.size).toBe(2);
  expect([...sellersOf(asked)]).toEqual([...all].filter((url) => url !== order.step.agentUrl));
  const rejected = following(asked, { type: "step-rejected", stepId, by: "kim", reason: "no" });
  expect(sellersOf(rejected).size).toBe(1);
  const accepted = ["kim"];
  expect(
    sellersOf(
      following(asked, { type: "change-checked", stepId, made: false, findings, question, accepted }),
    ),
  ).toEqual(all);
});

it("lists a buy that bears the id of another seller's that is to be paused", () => {
  const state = matched();
  const [apex, birch] = state.steps;
  if (apex === undefined || birch?.receipt === undefined) throw new Error("both were bought from");
  const payload = { ...birch.receipt.payload, media_buy_id: mediaBuyOf("apex.example") };
  const alike = { ...state, steps: [apex, { ...birch, receipt: { ...birch.receipt, payload } }] };
  const question = { differences: [{ what: "the budget", wanted: "1", stated: "2" }], isMoney: true };
  const asked = {
    type: "change-checked",
    stepId: apex.step.id,
    made: false,
    findings: [],
    question,
  } as const;
  expect(sellersOf(following(alike, asked))).toEqual(new Set(["https://birch.example/mcp"]));
  const ofOne = { ...state, steps: [apex, { ...birch, step: { ...birch.step, agentId: "apex.example" } }] };
  const other = following(ofOne, { ...asked, stepId: birch.step.id });
  expect(sellersOf(other)).toEqual(new Set(["https://apex.example/mcp"]));
});

/** Each of the packages, with why it is not served. */
const whyNot = (state: CampaignState, stop?: StopScope) =>
  packagesForMatch(
    state,
    stop === undefined ? [] : [{ scope: stop, by: "kim", reason: "no", at: "2027-03-01T08:00:00Z" }],
  ).map((one) =>
    "package" in one ? `${one.package.media_buy_id}/${one.package.package_id}` : `${one.lineId}: ${one.why}`,
  );
const paused = "it is paused or cancelled";
const [first, second, third] = ["mb-apex/pkg-1", "mb-apex/pkg-2", "mb-birch/pkg-1"];

/** A change of apex's buy that is proposed: neither sent nor answered. */
function wanting(updates: unknown, values: Partial<Step> = {}): CampaignState {
  const step: Step = {
    id: "change/1",
    task: "update_media_buy",
    agentId: "apex.example",
    agentUrl: "https://apex.example/mcp",
    arguments: { media_buy_id: mediaBuyOf("apex.example"), updates },
    amount: money(0, "EUR"),
    planAmount: money(0, "EUR"),
    purpose: "change",
    lineIds: [],
    ...values,
  };
  return following(matched(), { type: "step-proposed", step });
}

it("lists what is sold with trusted match, and that alone", () => {
  const state = matched();
  expect(whyNot(state)).toEqual([first, second, third]);
  const offers = state.offers?.map(({ trustedMatch, ...offer }) => ({
    ...offer,
    ...(offer.productId !== "s2" && { trustedMatch }),
  }));
  expect(whyNot({ ...state, offers })).toEqual([first, third]);
  expect(whyNot({ ...state, brief: undefined })).toEqual([]);
});

it.each<[string, unknown, readonly string[]]>([
  ["the buy", { status: "paused" }, [`s1: ${paused}`, `s2: ${paused}`, third]],
  ["the buy's end", { status: "canceled" }, [`s1: ${paused}`, `s2: ${paused}`, third]],
  ["one package", { packages: [{ package_id: "pkg-2", paused: true }] }, [first, `s2: ${paused}`, third]],
  ["nothing, as it lets the buy run", { status: "active" }, [first, second, third]],
  [
    "nothing, as it lets a package run",
    { packages: [{ package_id: "pkg-1", paused: false }] },
    [first, second, third],
  ],
  [
    "nothing, as it moves money alone",
    { packages: [{ package_id: "pkg-1", budget: 5 }] },
    [first, second, third],
  ],
  ["nothing, as it says nothing", undefined, [first, second, third]],
])("serves no package from the moment in which a pause is wanted: of %s", (_, updates, served) => {
  expect(whyNot(wanting(updates))).toEqual(served);
});

it("serves on what only another buy's pause, or one that came to nothing, would hold", () => {
  const pause = { status: "paused" };
  const others = { media_buy_id: "mb-other", updates: pause };
  expect(whyNot(wanting(pause, { arguments: others }))).toEqual([first, second, third]);
  expect(whyNot(wanting(pause, { agentId: "birch.example" }))).toEqual([first, second, third]);
  expect(whyNot(wanting(pause, { task: "sync_creatives" }))).toEqual([first, second, third]);
  const refused = following(wanting(pause), {
    type: "step-rejected",
    stepId: "change/1",
    by: "kim",
    reason: "no",
  });
  expect(whyNot(refused)).toEqual([first, second, third]);
});

it("serves nothing of a package or a buy that its seller has paused for us", () => {
  const made = (updates: unknown) =>
    following(
      wanting(updates),
      { type: "step-begun", stepId: "change/1", bytes: "", digest: "", idempotencyKey: "" },
      {
        type: "step-answered",
        stepId: "change/1",
        receipt: { stepId: "change/1", status: "done", replayed: false, payload: {} },
      },
    );
  expect(whyNot(made({ status: "paused" }))).toEqual([`s1: ${paused}`, `s2: ${paused}`, third]);
  expect(whyNot(made({ packages: [{ package_id: "pkg-1", paused: true }] }))).toEqual([
    `s1: ${paused}`,
    second,
    third,
  ]);
});

it("serves nothing under a stop order, of a campaign that has ended, and of what its seller may not sell", () => {
  const state = matched();
  const stop = "a stop order stands";
  expect(whyNot(state, { type: "seller", id: "apex.example" })).toEqual([
    `s1: ${stop}`,
    `s2: ${stop}`,
    third,
  ]);
  expect(whyNot(state, { type: "campaign", id: "another" })).toEqual([first, second, third]);
  expect(whyNot({ ...state, ended: "done" }, { type: "all" })).toEqual(
    ["s1", "s2", "s3"].map((id) => `${id}: its campaign has ended`),
  );
  const offers = state.offers?.map((offer) => ({
    ...offer,
    authorisation: {
      standing: offer.productId === "s2" ? ("not-authorised" as const) : ("authorised" as const),
      publishers: [],
      reason: "",
    },
  }));
  expect(whyNot({ ...state, offers })).toEqual([
    first,
    "s2: its publishers do not let its seller sell it",
    third,
  ]);
});

it("asks of an impression what the brief asks, and no more", () => {
  const [bare] = packagesForMatch(matched(), []);
  expect(bare).toEqual({
    package: {
      package_id: "pkg-1",
      media_buy_id: "mb-apex",
      seller_agent: { agent_url: "https://apex.example/mcp" },
      format_ids: matched().offers?.[0]?.formats,
      start: "2027-03-01",
      end: "2027-03-18",
      targeting: { countries: matched().brief?.countries },
    },
  });
  const state = matched({
    places: {
      include: { regions: ["DE-BY"] },
      exclude: { metros: [{ system: "nielsen_dma", codes: ["501"] }] },
    },
    languages: ["de"],
    content: { avoid: ["war"] },
    frequencyCap: { times: 3, per: "day" },
  });
  const offers = state.offers?.map((offer) => ({
    ...offer,
    trustedMatch: { context: true, identity: false, providers: [], choosesBrand: true as const },
  }));
  const [full] = packagesForMatch({ ...state, offers }, []);
  if (full === undefined || !("package" in full)) throw new Error("nothing holds it");
  expect(matchPackageSchema.parse(full.package)).toMatchObject({
    brand: { domain: state.brief?.brand.domain },
    targeting: {
      include: { regions: ["DE-BY"] },
      exclude: { metros: { nielsen_dma: ["501"] } },
      languages: ["de"],
      avoid: ["war"],
    },
    frequency_cap: { times: 3, per: "day" },
  });
});
