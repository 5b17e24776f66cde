import { describe, expect, it } from "vitest";
import { openDesk } from "../buyer-behaviours/open-desk.ts";
import { sealingSeller } from "./sealing-seller.ts";

describe("a sealed proposal of release 3.2", () => {
  it("is held, accepted and bought whole", async () => {
    const seller = sealingSeller();
    await using desk = await openDesk([seller]);
    await desk.run();
    const state = await desk.state();
    console.log(
      state.quotes,
      state.offers?.map(({ id }) => id),
      state.plan?.lines.map(({ lineId, amount }) => [lineId, amount.minor]),
      state.plan?.leftOut,
      JSON.stringify(
        state.steps.map(({ step, status, reason, check, holdEnded }) => [
          step.id,
          status,
          reason,
          check?.findings,
          holdEnded,
        ]),
        null,
        1,
      ),
    );
    console.log(
      JSON.stringify(desk.market.callsOf("accept_proposal").map((c) => c.arguments)),
      JSON.stringify(desk.market.callsOf("refine_proposals").map((c) => c.arguments)),
      await desk.app.ledger.reservations(),
    );
    expect(seller.booked).toHaveLength(1);
  });
});
