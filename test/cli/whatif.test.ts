import { readFileSync, writeFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { offsetClock } from "../../src/lib/clock.ts";
import { type Sandbox, startSandbox } from "../../src/sandbox/sandbox.ts";
import { flightdesk, temporaryFolder } from "./flightdesk.ts";

const brief = "examples/brief-to-campaign/brief.yaml";
const schema: object = JSON.parse(readFileSync("schemas/whatif-output.schema.json", "utf8"));
const whatifOutput = new Ajv2020({ strict: false }).compile<WhatifOutput>(schema);

interface WhatifOutput {
  readonly plan: ScenarioOutput;
  readonly scenarios: readonly ScenarioOutput[];
}

interface ScenarioOutput {
  readonly name: string;
  readonly total: { readonly minor: number };
  readonly lines: number;
  readonly conflict?: readonly { readonly text: string }[];
  readonly differences: readonly string[];
}

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ clock: offsetClock(Date.parse("2027-01-04T08:00:00Z")), slowSellerMs: 0 });
});
afterAll(() => sandbox.close());

function environment(home: string) {
  return {
    FLIGHTDESK_REGISTRY_URL: sandbox.registryUrl,
    FLIGHTDESK_GOVERNANCE_URL: sandbox.governanceUrl,
    FLIGHTDESK_WELL_KNOWN_URL: sandbox.wellKnownUrl,
    FLIGHTDESK_TOKEN: sandbox.token,
    FLIGHTDESK_EXCHANGE: "examples/exchange.yaml",
    FLIGHTDESK_HOME: home,
  };
}

async function campaignOf(words: readonly string[], home: string): Promise<string> {
  const { stdout } = await flightdesk([...words, brief, "--json"], environment(home));
  const { campaign } = JSON.parse(stdout) as { campaign: string };
  return campaign;
}

async function whatif(words: readonly string[], home: string): Promise<WhatifOutput> {
  const { code, stdout, stderr } = await flightdesk(["whatif", ...words, "--json"], {
    FLIGHTDESK_HOME: home,
  });
  expect(code, stderr).toBe(0);
  const value: unknown = JSON.parse(stdout);
  if (!whatifOutput(value)) throw new Error(JSON.stringify(whatifOutput.errors?.slice(0, 3)));
  return value;
}

describe("whatif", () => {
  it.each(["compare", "plan", "run", "run --execute"])(
    "after %s tells other plans as the published schema says, and calls nobody",
    async (command) => {
      using home = temporaryFolder();
      const campaign = await campaignOf(command.split(" "), home.path);
      const calls = sandbox.calls.length;
      expect(calls).toBeGreaterThan(0);
      const { plan, scenarios } = await whatif([campaign], home.path);
      expect(sandbox.calls.length).toBe(calls);
      expect(scenarios.map(({ name }) => name.replace(/(?<=without ).*/, "the largest"))).toEqual([
        "20 % less",
        "20 % more",
        "without the largest",
        "any share",
      ]);
      expect(scenarios[0]?.total.minor).toBeLessThan(plan.total.minor);
      expect(scenarios[1]?.total.minor).toBeGreaterThan(plan.total.minor);
    },
  );

  it("puts scenarios side by side and explains one that cannot be", async () => {
    using home = temporaryFolder();
    const campaign = await campaignOf(["compare"], home.path);
    const { scenarios } = await whatif(
      [campaign, "--budget", "-50%", "--or", "--channel", "ctv=90%..100%", "--max-share", "10%"],
      home.path,
    );
    expect(scenarios.map(({ name }) => name)).toEqual([
      "budget -50%",
      "channel ctv=90%..100%, max share 10%",
    ]);
    expect(scenarios[1]?.lines).toBe(0);
    expect(scenarios[1]?.conflict?.map(({ text }) => text)).toContain("at least 90 % of the budget on CTV");

    const { code, stdout, stderr } = await flightdesk(["whatif", campaign, "--max-share", "40%"], {
      FLIGHTDESK_HOME: home.path,
    });
    expect(code).toBe(0);
    expect(stderr).toContain("working out another plan: max share 40% (1 of 1)");
    expect(stdout).toContain("no seller was asked again");
    expect(stdout).toContain("at most 40 % of the budget at one seller");
  });

  it("refuses a campaign that is not there, and one that somebody has been at", async () => {
    using home = temporaryFolder();
    const settings = { FLIGHTDESK_HOME: home.path };
    expect(await flightdesk(["whatif", "spring"], settings)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("no campaign has been compared here yet"),
    });
    const campaign = await campaignOf(["compare"], home.path);
    expect(await flightdesk(["whatif", "../spring"], settings)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`Known: ${campaign}`),
    });
    const path = `${home.path}/comparisons/${campaign}.json`;
    writeFileSync(path, readFileSync(path, "utf8").replaceAll('"currency":"EUR"', '"currency":"USD"'));
    expect(await flightdesk(["whatif", campaign], settings)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("it was changed since it was written"),
    });
  });
});
