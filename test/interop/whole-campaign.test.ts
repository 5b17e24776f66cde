import { expect, it } from "vitest";
import { openCampaign } from "./open-campaign.ts";
import { openMarket } from "./open-market.ts";

it("ranks the offers of sellers that are not ours", async () => {
  await using market = await openMarket();
  await using campaign = await openCampaign(market);
  await campaign.run("ranking");
  const { quotes, ranking } = campaign.state();
  expect(quotes?.map(({ result }) => result)).toEqual(["answered", "answered", "answered"]);
  expect(ranking?.rows.map(({ gate }) => gate)).toEqual(["pass", "pass", "pass", "pass"]);
});
