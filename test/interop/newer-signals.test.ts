import { expect, it } from "vitest";
import { exitCodeFor } from "../../src/cli/exit-codes.ts";
import { simulatedClock } from "../../src/lib/clock.ts";
import { openCampaign } from "./open-campaign.ts";
import { openRegistry } from "./registry.ts";
import { committedAt } from "./sellers/books.ts";
import { openFixedSeller } from "./sellers/fixed.ts";
import { openGovernanceAgent } from "./sellers/governance.ts";
import { openSignalsAgent } from "./sellers/signals.ts";

it.each([
  ["with the audience's signal, as 3.1 names it, where it speaks 3.1", { newer: true }],
  ["without one where it speaks 3.0, and nothing is activated", {}],
  [
    "without one that orders of 3.1 have no name for, and nothing is activated",
    { newer: true, segmentId: "hikers.eu" },
  ],
])("a seller that is not ours and is strict with signals is bought from %s", async (_, at) => {
  const { newer = false, segmentId = "hikers" }: { newer?: boolean; segmentId?: string } = at;
  const unnamed = segmentId.includes(".");
  const usable = newer && !unnamed;
  const clock = simulatedClock("2027-01-04T08:00:00Z");
  let counted = 0;
  const count = () => counted++;
  await using seller = await openFixedSeller({ clock, count, newer });
  await using signals = await openSignalsAgent({ count, segmentId });
  await using governance = await openGovernanceAgent({ clock, count });
  await using registry = await openRegistry([
    { domain: "fixed.example", url: seller.url, type: "sales", channels: ["olv", "ctv"] },
    { domain: "data.example", url: signals.url, type: "signals", channels: [] },
  ]);
  await using campaign = await openCampaign({
    clock,
    registry,
    governance,
    known: [seller, signals],
    // The SDK has no way of saying that a seller speaks 3.1 too: here a person knows.
    settings: { dialect: newer ? { [seller.url]: "adcp-3.1" } : {} },
    brief: { audience: "people who hike", signals: [segmentId], limits: { excludedSellers: [] } },
  });
  const waiting = await campaign.run();
  expect(exitCodeFor(waiting, await campaign.state())).toBe(0);

  const asked = signals.calls.filter(({ tool }) => tool === "get_signals");
  const account = { brand: { domain: "acme.example" }, operator: "desk.example" };
  expect(asked.map(({ arguments: sent }) => sent["account"])).toEqual([account]);
  const activations = signals.calls.filter(({ tool }) => tool === "activate_signal");
  expect(activations.map(({ arguments: sent }) => sent["pricing_option_id"])).toEqual(
    usable ? ["hikers-cpm"] : [],
  );
  expect(signals.live).toHaveLength(usable ? 1 : 0);
  const [buy] = seller.books.buys.values();
  const named = {
    signal_ref: { scope: "data_provider", data_provider_domain: "data.example", signal_id: "hikers" },
    value_type: "binary",
    value: true,
  };
  const groups = [{ operator: "any", signals: [expect.objectContaining(named)] }];
  const targeted = usable ? { signal_targeting_groups: { operator: "all", groups } } : undefined;
  expect(buy?.packages.map(({ productId, targeting }) => [productId, targeting])).toEqual([
    // Data at 1.50 is more than media at 9.50 may bear.
    ["fixed_olv", undefined],
    ["fixed_ctv", targeted],
  ]);
  const { plan, steps } = await campaign.state();
  expect(
    steps.filter(({ status }) => status !== "done").map(({ step, reason }) => [step.task, reason]),
  ).toEqual(
    unnamed
      ? [["activate_signal", expect.stringMatching(/release 3\.1 of the public standard .*signal_ref/)]]
      : [],
  );
  const data = plan?.lines.reduce((sum, { signal }) => sum + (signal?.cost.minor ?? 0), 0) ?? 0;
  expect(data > 0).toBe(newer);
  expect(Math.round(committedAt([seller]) * 100)).toBe((plan?.total.minor ?? 0) - (unnamed ? 0 : data));
});
