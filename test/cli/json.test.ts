import { existsSync, readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { offsetClock } from "../../src/lib/clock.ts";
import { mutations } from "../../src/protocol/tasks/index.ts";
import { startSandbox } from "../../src/sandbox/sandbox.ts";
import { flightdesk, temporaryFolder } from "./flightdesk.ts";

const brief = "examples/brief-to-campaign/brief.yaml";
const published = (name: string): object => JSON.parse(readFileSync(`schemas/${name}`, "utf8"));
const ajv = new Ajv2020({ strict: false, formats: { date: true } });
const campaignOutput = ajv.compile<CampaignOutput>(published("campaign-output.schema.json"));
const statusOutput = ajv.compile(published("status-output.schema.json"));

interface CampaignOutput {
  readonly campaign: string;
  readonly executed: boolean;
  readonly calls?: readonly { readonly task: string; readonly localVerdict: string }[];
  readonly reportFile: string;
  readonly waiting: readonly { readonly type: string }[];
}

function parsed(stdout: string): CampaignOutput {
  const value: unknown = JSON.parse(stdout);
  if (!campaignOutput(value)) throw new Error(JSON.stringify(campaignOutput.errors?.slice(0, 3)));
  return value;
}

async function running() {
  const sandbox = await startSandbox({
    clock: offsetClock(Date.parse("2027-01-04T08:00:00Z")),
    slowSellerMs: 30_000,
  });
  const environment = (home: string) => ({
    FLIGHTDESK_REGISTRY_URL: sandbox.registryUrl,
    FLIGHTDESK_GOVERNANCE_URL: sandbox.governanceUrl,
    FLIGHTDESK_WELL_KNOWN_URL: sandbox.wellKnownUrl,
    FLIGHTDESK_TOKEN: sandbox.token,
    FLIGHTDESK_EXCHANGE: "examples/exchange.yaml",
    FLIGHTDESK_SELLER_DEADLINE: "700 ms",
    FLIGHTDESK_HOME: home,
  });
  return { sandbox, environment };
}

describe("--json", () => {
  it.each(["compare", "plan", "run"])(
    "of %s is one document that the published schema knows, and changes nothing",
    async (command) => {
      using home = temporaryFolder();
      const { sandbox, environment } = await running();
      await using _ = sandbox;
      const { code, stdout } = await flightdesk([command, brief, "--json"], environment(home.path));
      expect(code).toBe(0);
      const output = parsed(stdout);
      expect(output.executed).toBe(false);
      expect(existsSync(output.reportFile)).toBe(true);
      const called = new Set(sandbox.calls.map(({ task }) => task));
      expect(called).toContain("get_products");
      for (const { name } of Object.values(mutations)) expect(called).not.toContain(name);
      if (command !== "run") return;
      const planned = output.calls?.map(({ task }) => task) ?? [];
      expect(planned).toEqual(expect.arrayContaining(["sync_plans", "sync_accounts", "create_media_buy"]));
    },
  );

  it("of run --execute and status tells what is waited for; exit code 3", async () => {
    using home = temporaryFolder();
    const { sandbox, environment } = await running();
    await using _ = sandbox;
    const run = await flightdesk(["run", brief, "--execute", "--json"], environment(home.path));
    expect(run.code).toBe(3);
    const output = parsed(run.stdout);
    expect(output).toMatchObject({ executed: true });
    expect(output.waiting).toContainEqual(expect.objectContaining({ type: "seller" }));

    const all = await flightdesk(["status", "--json"], environment(home.path));
    expect(all.code).toBe(0);
    expect(statusOutput(JSON.parse(all.stdout)), JSON.stringify(statusOutput.errors)).toBe(true);
    const one = await flightdesk(["status", output.campaign, "--json"], environment(home.path));
    expect(parsed(one.stdout).campaign).toBe(output.campaign);

    sandbox.advance(1);
    const resumed = await flightdesk(["resume", "--json"], environment(home.path));
    expect(parsed(resumed.stdout).waiting).toEqual([expect.objectContaining({ type: "date" })]);
    expect(resumed.code).toBe(0);
  });
});
