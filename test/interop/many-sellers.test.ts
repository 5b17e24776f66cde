import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type SimulatedClock, simulatedClock } from "../../src/lib/clock.ts";
import { type Campaign, openCampaign } from "./open-campaign.ts";
import { openRegistry, type Registry } from "./registry.ts";
import { committedAt } from "./sellers/books.ts";
import { type GovernanceAgent, openGovernanceAgent } from "./sellers/governance.ts";
import { fixedCpm, product } from "./sellers/products.ts";
import { openSalesAgent, type SalesAgent } from "./sellers/sales-agent.ts";

const many = 30;
const domains = Array.from({ length: many }, (_, index) => `seller-${index + 1}.example`);

let sellers: readonly SalesAgent[];
let governance: GovernanceAgent;
let registry: Registry;
let campaign: Campaign;
const clock: SimulatedClock = simulatedClock("2027-01-04T08:00:00Z");

beforeAll(async () => {
  let counted = 0;
  const count = () => counted++;
  sellers = await Promise.all(
    domains.map((publisher) =>
      openSalesAgent({
        clock,
        count,
        delay: () => sleep(300),
        products: [
          product({
            id: "run_of_site",
            channel: "olv",
            publisher,
            pricing: fixedCpm("cpm", 10),
            impressions: 1e6,
          }),
        ],
      }),
    ),
  );
  governance = await openGovernanceAgent({ clock, count });
  registry = await openRegistry(
    sellers.map(({ url }, index) => ({
      domain: domains[index] ?? "",
      url,
      type: "sales",
      channels: ["olv"],
    })),
  );
  campaign = await openCampaign({
    clock,
    registry,
    governance,
    known: sellers,
    // No seller gets more than its part, so that each gets one.
    brief: {
      channels: ["olv"],
      limits: { maxPackages: many, maxSharePerSeller: 1 / many + 0.001, excludedSellers: [] },
    },
  });
});
afterAll(async () => {
  for (const each of [campaign, registry, governance, ...sellers]) await each[Symbol.asyncDispose]();
});

it("has the offers of thirty sellers that each take their time", async () => {
  await campaign.run("ranking");
  const { quotes = [], ranking } = await campaign.state();
  expect(quotes.map(({ result }) => result)).toEqual(domains.map(() => "answered"));
  expect(ranking?.rows.filter(({ gate }) => gate === "pass")).toHaveLength(many);
});

it("knows of every order that they booked", async () => {
  await campaign.run();
  const buys = (await campaign.state()).steps.filter(({ step }) => step.task === "create_media_buy");
  expect(sellers.flatMap(({ books }) => [...books.buys.values()])).toHaveLength(many);
  expect(buys.filter(({ status }) => status === "done")).toHaveLength(many);
  const known = buys.reduce((sum, { step }) => sum + step.amount.minor, 0);
  expect(known).toBe(Math.round(committedAt(sellers) * 100));
});
