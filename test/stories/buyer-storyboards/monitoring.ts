import { dayMs } from "../../../src/lib/days.ts";
import type { JsonObject } from "../../canned/market.ts";
import { type Buy, fixturePublisher } from "./fixture-publisher.ts";
import { openStoryDesk } from "./open-story-desk.ts";
import {
  briefFile,
  completed,
  completedProduct,
  declared,
  premiumCtv,
  promisedTools,
} from "./story-fixtures.ts";
import { gradeStep, notDone, type Row, type StoryStep } from "./story-row.ts";

const story = "buyer-monitoring";

const steps = {
  poll: {
    id: "poll",
    checks: [
      { check: "task_called", task: "get_media_buys" },
      { check: "task_called", task: "get_media_buy_delivery" },
      { check: "request_field_present", path: "media_buy_ids" },
    ],
    differs:
      "the story's file could not be read: its checks are written from what its reference publisher serves",
  },
  pacing: {
    id: "under_delivery",
    checks: [
      { check: "output_contains", field: "report.delivery.alerts[0]" },
      { check: "output_field_present", path: "report.delivery.buys[*].ofPlan.impressions" },
      { check: "output_field_present", path: "report.underDeliveries[*].proposal" },
    ],
    differs:
      "the publisher of the story answers with a flat `pacing_percentage`; the schema has days and packages, from which pacing is computed",
  },
  webhook: {
    id: "webhook",
    checks: [],
    differs: "the schema has `reporting_webhook` on an order; none is asked for, delivery is read every day",
  },
} as const satisfies Record<string, StoryStep>;

const flightDays = 92;
const cpm = 35;
/** Of what is due on each day: 21 % of the order at half of the flight. */
const delivered = 0.42;

/** Each day from `start_date` to `end_date`, both of which 3.1 counts in. */
function reportOf({ media_buy_id, packages }: Buy, { start_date, end_date }: JsonObject): JsonObject {
  const first = Date.parse(String(start_date));
  const count = Math.round((Date.parse(String(end_date)) - first) / dayMs) + 1;
  const [{ package_id, budget } = {}] = packages;
  const spend = (Number(budget) / flightDays) * delivered;
  const figures = { impressions: Math.round((spend / cpm) * 1000), spend };
  const daily_breakdown = Array.from({ length: count }, (_, i) => ({
    date: new Date(first + i * dayMs).toISOString().slice(0, 10),
    ...figures,
  }));
  const totals = { impressions: figures.impressions * count, spend: spend * count };
  const pricing = { pricing_model: "cpm", rate: cpm, currency: "USD" };
  return {
    media_buy_id,
    status: "active",
    totals,
    by_package: [{ package_id, ...pricing, ...totals, daily_breakdown }],
    daily_breakdown,
  };
}

export async function playMonitoring(): Promise<readonly Row[]> {
  const seller = fixturePublisher("alpha", ["ctv"], {
    capabilities: completed(declared(promisedTools)),
    products: [completedProduct("alpha.example", premiumCtv)],
    delivery: reportOf,
  });
  await using desk = await openStoryDesk([seller], briefFile({ budget: "92,000 USD", channels: ["ctv"] }));
  await desk.run();
  // 46 of 92 days are over.
  desk.clock.advance(Date.parse("2098-11-16T08:00:00Z") - desk.clock.now());
  const output = await desk.run();
  const { calls: all, callsOf } = desk.market;
  const { delivery } = output.report;
  return [
    gradeStep(story, steps.poll, { calls: callsOf("get_media_buy_delivery"), all, output }, ""),
    gradeStep(
      story,
      steps.pacing,
      { calls: [], all, output },
      [
        ...delivery.alerts.map(({ text }) => text),
        ...(output.report.underDeliveries ?? []).map(({ proposal }) => proposal),
      ].join(". "),
    ),
    notDone(story, steps.webhook, ""),
  ];
}
