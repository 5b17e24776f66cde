import { type Fixture, fixturePublisher, type Scenario } from "./fixture-publisher.ts";
import { openStoryDesk, shownOf, waitingFor } from "./open-story-desk.ts";
import {
  briefFile,
  completed,
  completedProduct,
  declared,
  displayAuction,
  promisedTools,
} from "./story-fixtures.ts";
import { gradeStep, type Row, type StoryStep } from "./story-row.ts";

const story = "buyer-recovery";
const buy = "buy/alpha.example/USD";
const handled = { check: "response_handled", response_type: "error" } as const;

const steps = {
  offline: { id: "seller_unavailable", checks: [handled] },
  unknownCaller: {
    id: "auth_expired",
    checks: [handled],
    differs:
      "the code `UNAUTHORIZED` is in no list of the standard's codes; the status 401 is enough. The story's orders lack `brand` and dates, which the schema requires: here they have them",
  },
  conflict: {
    id: "conflict_on_reuse",
    checks: [handled],
    differs:
      "the story adds a status 409; over MCP an error of a task stands in its result, and so it does here. Of a bare 409 the body is not read: the order goes out again as it was, under its key",
  },
  limited: { id: "rate_limited", checks: [handled, { check: "retry_delay", min_seconds: 10 }] },
} as const satisfies Record<string, StoryStep>;

function deskFor(troubles: Pick<Fixture, "creates" | "discovery">) {
  const seller = fixturePublisher("alpha", ["display"], {
    capabilities: completed(declared(promisedTools)),
    products: [completedProduct("alpha.example", displayAuction)],
    ...troubles,
  });
  return openStoryDesk([seller], briefFile({ budget: "25,000 USD", channels: ["display"] }));
}

async function playOffline(): Promise<Row> {
  await using desk = await deskFor({
    discovery: () => ({ error_code: "SERVICE_UNAVAILABLE", http_status: 503 }),
  });
  const output = await desk.run();
  const { calls: all, callsOf } = desk.market;
  return gradeStep(story, steps.offline, { calls: callsOf("get_products"), all, output }, waitingFor(output));
}

/** An order that is refused; a person says what becomes of it, and it goes on. */
async function playDecided(step: StoryStep, refusal: Scenario): Promise<Row> {
  await using desk = await deskFor({ creates: [refusal] });
  const shown = waitingFor(await desk.run());
  const output = await desk.approve(buy);
  const { calls: all, callsOf } = desk.market;
  return gradeStep(story, step, { calls: callsOf("create_media_buy"), all, output }, shown);
}

async function playLimited(): Promise<Row> {
  await using desk = await deskFor({
    creates: [{ error_code: "RATE_LIMITED", http_status: 429, retry_after: 10 }],
  });
  const output = await desk.run();
  const { calls: all, callsOf } = desk.market;
  const played = { calls: callsOf("create_media_buy"), all, output };
  return gradeStep(story, steps.limited, played, shownOf(output, buy));
}

export async function playRecovery(): Promise<readonly Row[]> {
  return [
    await playOffline(),
    await playDecided(steps.unknownCaller, {
      error_code: "UNAUTHORIZED",
      http_status: 401,
      www_authenticate: 'Bearer realm="adcp", error="invalid_token"',
    }),
    await playDecided(steps.conflict, {
      error_code: "IDEMPOTENCY_CONFLICT",
      message: "Key already used with different payload",
    }),
    await playLimited(),
  ];
}
