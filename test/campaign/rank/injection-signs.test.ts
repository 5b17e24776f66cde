import fc from "fast-check";
import { expect, it } from "vitest";
import { allocate } from "../../../src/campaign/plan/allocate.ts";
import { rank } from "../../../src/campaign/rank/rank.ts";
import { times } from "../../depth.ts";
import { anyMarket, context, exchange } from "./arbitraries.ts";

it("what the texts of offers tried changes no score, no gate and no amount", async () => {
  const words = fc.array(fc.constantFrom("speaks to a model", "hidden characters", "speaks of rivals"));
  await fc.assert(
    fc.asyncProperty(anyMarket, fc.infiniteStream(words), async ({ brief, offers }, badges) => {
      const badged = offers.map((offer) => ({ ...offer, injectionSigns: badges.next().value ?? [] }));
      const where = context({ brief });
      const ranking = rank(offers, where);
      expect(rank(badged, where)).toEqual(ranking);
      const plan = { brief, ranking, exchange, planId: "plan-1" };
      expect(await allocate({ ...plan, offers: badged })).toEqual(await allocate({ ...plan, offers }));
    }),
    { numRuns: times(40, 300) },
  );
});
