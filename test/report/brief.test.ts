import { expect, test } from "vitest";
import { formatKpi } from "../../src/report/blocks/format.ts";
import { describeBrief } from "../../src/report/sections/brief.ts";
import { richCampaign } from "./rich-campaign.ts";

test("shares are said so that they come to the whole", () => {
  const state = richCampaign();
  const { brief } = state;
  if (brief === undefined) throw new Error("a campaign has a brief");
  const channelShares = { ctv: { min: 0.925 }, radio: { min: 0.075 } };
  const described = describeBrief({
    ...state,
    brief: { ...brief, limits: { ...brief.limits, channelShares } },
  });
  expect(described?.limits).toEqual(
    expect.arrayContaining(["At least 92.5 % on CTV.", "At least 7.5 % on radio."]),
  );
});

test("rating points are called by their abbreviation", () => {
  expect(formatKpi({ metric: "grp", target: 250 }, "EUR")).toBe("250 GRP");
});
