import { expect, it } from "vitest";
import { outcomesOf } from "../../src/campaign/measure/outcomes-of.ts";
import { isMutation, type TaskName } from "../../src/protocol/tasks/index.ts";
import { publicReleases } from "../../src/protocol/tasks/names.ts";
import { requestSchemaOf, schemaErrors } from "../protocol/dialects/adcp/schemas.ts";
import { openStory } from "./story.ts";

/** Messages to the governance agent itself: it is not asked whether it may be told something. */
const toGovernance = new Set(["sync_plans", "report_plan_outcome"]);

it.each(publicReleases)(
  "buys, builds, measures and reports in the public standard's release %s as in the contract",
  async (release) => {
    await using story = await openStory({
      sandbox: { protocol: "adcp", release },
    });
    const { sandbox, state } = story;
    await story.run();
    sandbox.advance(1);
    await story.run();
    sandbox.advance(60);
    expect(await story.run()).toEqual([]);

    const { plan, steps, feedback, ended, sellers, preflight } = await state();
    expect(ended).toMatch(/flight over/);
    expect(steps.filter(({ status }) => status !== "done")).toEqual([]);
    const buys = steps.filter(({ step }) => step.task === "create_media_buy");
    expect(buys.length).toBeGreaterThanOrEqual(4);
    expect(buys.reduce((sum, { step }) => sum + step.planAmount.minor, 0)).toBe(plan?.total.minor);
    expect(outcomesOf(await state())).toHaveLength(buys.length);
    const judged = new Set(feedback?.map(({ mediaBuyId, packageId }) => `${mediaBuyId} ${packageId}`));
    expect(judged.size, "packages with an index").toBe(plan?.lines.length);
    const posted = sandbox.calls.filter(({ task }) => task === "provide_performance_feedback");
    expect(posted).toHaveLength(feedback?.length ?? 0);

    const { negotiatedDialect } = await story.app.ports(story.campaignId);
    const spoken = sellers?.map(({ agentUrl }) => negotiatedDialect(agentUrl));
    for (const seller of spoken ?? []) expect(seller).toEqual({ agreed: `adcp-${release}`, strays: [] });
    expect(preflight?.findings.filter(({ check }) => check === "release")).toEqual([]);

    const changes = sandbox.calls.filter(
      ({ task }) => isMutation(task as TaskName) && !toGovernance.has(task),
    );
    const checked = sandbox.calls
      .filter(({ task }) => task === "check_governance")
      .map((check) => check.arguments["payload"]);
    for (const { arguments: received } of changes) {
      const { governance_context: token, ...judgedArguments } = received;
      expect(token).toEqual(expect.any(String));
      expect(checked).toContainEqual(judgedArguments);
    }
    const misspelled = sandbox.calls.flatMap(({ task, arguments: sent }) =>
      schemaErrors(requestSchemaOf(task), sent).map((error) => `${task}: ${error}`),
    );
    // The SDK ships the schemas of 3.0; what 3.0 closes, as messages to a governance agent, 3.1 has opened.
    const opened = (error: string) =>
      release !== "3.0" && error.endsWith(" must NOT have additional properties");
    expect([...new Set(misspelled.filter((error) => !opened(error)))]).toEqual([]);
    const keys = changes.map((change) => change.arguments["idempotency_key"]);
    expect(new Set(keys).size).toBe(keys.length);
  },
);
