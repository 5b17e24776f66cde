import { valuesAt } from "./checks.ts";
import { fixturePublisher, type Scenario } from "./fixture-publisher.ts";
import { openStoryDesk, shownOf, waitingFor } from "./open-story-desk.ts";
import {
  briefFile,
  completed,
  completedProduct,
  declared,
  displayAuction,
  premiumCtv,
  promisedTools,
  type StoryProduct,
} from "./story-fixtures.ts";
import { gradeStep, type Row, type StoryStep } from "./story-row.ts";

const story = "buyer-activation";

const steps = {
  create: {
    id: "create_buy",
    checks: [
      { check: "request_field_present", path: "idempotency_key" },
      { check: "request_field_format", path: "idempotency_key", format: "uuid_v4" },
      { check: "request_field_present", path: "packages" },
      { check: "request_field_present", path: "packages[0].product_id" },
      { check: "request_field_present", path: "packages[0].pricing_option_id" },
    ],
    differs:
      "the story's capabilities have no `adcp.idempotency` and its products no `name`, which their schemas require: as declared nothing is bought, and it is said why; here they have them",
  },
  fails: {
    id: "create_buy_fails",
    checks: [{ check: "request_field_present", path: "idempotency_key" }],
    differs:
      "`TEMPORARILY_UNAVAILABLE` is in no list of the standard's codes; it is known here as one that passes",
  },
  retry: {
    id: "create_buy_retry",
    checks: [
      { check: "request_field_present", path: "idempotency_key" },
      { check: "retry_delay", min_seconds: 5 },
      { check: "response_handled", response_type: "error" },
    ],
  },
  submitted: {
    id: "create_async_buy",
    checks: [{ check: "response_handled", response_type: "submitted" }],
    differs: "the story orders `ctv_premium_guaranteed`, which is not among its products; here it is",
  },
  poll: { id: "poll_task_status", checks: [{ check: "request_field_present", path: "task_id" }] },
  creatives: {
    id: "sync_creatives",
    checks: [
      { check: "request_field_present", path: "media_buy_id" },
      { check: "request_field_present", path: "creatives" },
    ],
    against: ["media_buy_id"],
    differs:
      "the story wants a `media_buy_id`; the schema knows none and names packages in `assignments`, which is what is sent",
  },
} as const satisfies Record<string, StoryStep>;

/** A desk that buys one product, for which orders go as the scenarios say. */
function deskFor(product: StoryProduct, creates: readonly Scenario[]) {
  const seller = fixturePublisher("alpha", product.channels, {
    capabilities: completed(declared(promisedTools)),
    products: [completedProduct("alpha.example", product)],
    creates,
  });
  return openStoryDesk([seller], briefFile({ budget: "25,000 USD", channels: ["display", "ctv"] }));
}

const buy = "buy/alpha.example/USD";

async function playTaken(): Promise<readonly Row[]> {
  await using desk = await deskFor(displayAuction, []);
  const output = await desk.run();
  const { calls: all, callsOf } = desk.market;
  const synced = callsOf("sync_creatives");
  const brought = synced.flatMap(({ arguments: request }) => valuesAt(request, "creatives[*].creative_id"));
  return [
    gradeStep(story, steps.create, { calls: callsOf("create_media_buy"), all, output }, shownOf(output, buy)),
    gradeStep(story, steps.creatives, { calls: synced, all, output }, `brought: ${brought.join(", ")}`),
  ];
}

async function playRetried(): Promise<readonly Row[]> {
  await using desk = await deskFor(displayAuction, [
    { error_code: "TEMPORARILY_UNAVAILABLE", retry_after: 5 },
  ]);
  const output = await desk.run();
  const { calls: all, callsOf } = desk.market;
  const calls = callsOf("create_media_buy");
  return [
    gradeStep(story, steps.fails, { calls: calls.slice(0, 1), all, output }, ""),
    gradeStep(story, steps.retry, { calls, all, output }, shownOf(output, buy)),
  ];
}

async function playSubmitted(): Promise<readonly Row[]> {
  await using desk = await deskFor(premiumCtv, [
    { response_type: "submitted", task_id: "task_io_approval_001" },
  ]);
  const waiting = waitingFor(await desk.run());
  await desk.run();
  const output = await desk.run();
  const { calls: all, callsOf } = desk.market;
  return [
    gradeStep(story, steps.submitted, { calls: callsOf("create_media_buy"), all, output }, waiting),
    gradeStep(story, steps.poll, { calls: callsOf("get_task_status"), all, output }, shownOf(output, buy)),
  ];
}

export async function playActivation(): Promise<readonly Row[]> {
  const [created, synced] = await playTaken();
  return [created, ...(await playRetried()), ...(await playSubmitted()), synced].filter(
    (row) => row !== undefined,
  );
}
