import { join } from "node:path";
import { expect, it } from "vitest";
import { heldAgainst, openSchemas } from "../../scripts/public-schemas.ts";
import { liveWholeLife } from "./whole-life.ts";

const shipped = openSchemas(
  join(import.meta.dirname, "../../node_modules/@adcp/sdk/dist/lib/schemas-data/3.0"),
);

it("sends and hears only what the public standard's schemas allow, in a whole life of a campaign", async () => {
  const spoken = await liveWholeLife("3.0");
  const rows = heldAgainst(shipped, spoken);
  expect(rows.flatMap(({ errors }) => errors)).toEqual([]);
  expect(rows.map(({ task, answers }) => answers.all > 0 && task)).toEqual(
    expect.arrayContaining([
      "create_media_buy",
      "get_media_buy_delivery",
      "list_creatives",
      "log_event",
      "provide_performance_feedback",
      "report_plan_outcome",
      "sync_audiences",
      "update_media_buy",
    ]),
  );
  // An order of this release has no place for a signal.
  expect(spoken.requests.map(({ task }) => task)).not.toContain("activate_signal");
  const [order] = spoken.requests.filter(({ task }) => task === "create_media_buy");
  expect(order?.arguments["packages"]).toContainEqual(
    expect.objectContaining({ targeting_overlay: expect.anything() }),
  );

  const { requests, answers } = spoken;
  const nameless = requests.map((call) => ({ ...call, arguments: { ...call.arguments, packages: [{}] } }));
  const wrong = heldAgainst(shipped, { requests: nameless, answers }).find(
    ({ task }) => task === "create_media_buy",
  );
  expect(wrong?.requests).toMatchObject({ valid: 0, all: wrong?.answers.all });
  expect(wrong?.errors).toContainEqual(expect.stringContaining("'product_id'"));
});
