import { expect, it } from "vitest";
import { cooperativeSeller } from "./cooperative-seller.ts";
import { openDesk } from "./open-desk.ts";

it("works", async () => {
  await using desk = await openDesk([cooperativeSeller("alpha"), cooperativeSeller("beta")]);
  const waiting = await desk.run();
  console.log(JSON.stringify(waiting, null, 1));
  console.log(desk.market.calls.map((c) => `${c.seller} ${c.tool} ${c.outcome} ${c.bytes.slice(0, 700)}`).join("\n"));
  console.log(desk.state().sellers?.map((s) => [s.id, s.eligible, s.reasons, s.authorisation]));
  console.log(desk.state().steps.map((s) => `${s.step.id} ${s.status} ${s.reason ?? ""}`).join("\n"));
  console.log(JSON.stringify(desk.state().quotes));
  console.log(JSON.stringify(desk.state().preflight)?.slice(0,1500));
  expect(1).toBe(1);
});
