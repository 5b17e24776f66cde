import { expect, it } from "vitest";
import { packagesForMatch } from "../../../src/campaign/account/match-packages.ts";
import type { CampaignState } from "../../../src/campaign/model/state/state.ts";
import { boughtCampaign, following } from "../learn/measured-campaign.ts";

/** Two buys, each of whose packages is matched before an impression. */
function matched(): CampaignState {
  const state = boughtCampaign();
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
