import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { offsetClock } from "../../src/lib/clock.ts";
import { mutations } from "../../src/protocol/tasks/index.ts";
import { type SandboxOptions, startSandbox } from "../../src/sandbox/sandbox.ts";
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
  readonly candidates?: readonly { readonly delivery_type?: string; readonly pricing: object }[];
  readonly cross_seller_shortlist?: readonly { readonly seller_id: string }[];
  readonly budgetReconciliation?: Readonly<
    Record<"committedSpend" | "inDoubt" | "unallocated" | "remaining", { readonly minor: number }>
  >;
  readonly report: { readonly headline: { readonly money?: object } };
}

function parsed(stdout: string): CampaignOutput {
  const value: unknown = JSON.parse(stdout);
  if (!campaignOutput(value)) throw new Error(JSON.stringify(campaignOutput.errors?.slice(0, 3)));
  return value;
}

async function running(options: Partial<SandboxOptions> = {}) {
  const sandbox = await startSandbox({
    ...options,
    clock: offsetClock(Date.parse("2027-01-04T08:00:00Z")),
    slowSellerMs: 0,
  });
  const environment = (home: string) => ({
    FLIGHTDESK_REGISTRY_URL: sandbox.registryUrl,
    FLIGHTDESK_GOVERNANCE_URL: sandbox.governanceUrl,
    FLIGHTDESK_WELL_KNOWN_URL: sandbox.wellKnownUrl,
    FLIGHTDESK_TOKEN: sandbox.token,
    FLIGHTDESK_EXCHANGE: "examples/exchange.yaml",
    FLIGHTDESK_SELLER_DEADLINE: "20 s",
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
      const sellers = new Set(output.cross_seller_shortlist?.map(({ seller_id }) => seller_id));
      expect(sellers.size > 1).toBe(command !== "run");
      expect(output.candidates?.some(({ delivery_type }) => delivery_type !== undefined) ?? false).toBe(
        command !== "run",
      );
      expect(output.budgetReconciliation?.committedSpend.minor).toBe(command === "compare" ? undefined : 0);
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

    const committed = output.budgetReconciliation?.committedSpend.minor;
    expect(committed).toBeGreaterThan(0);

    const all = await flightdesk(["status", "--json"], environment(home.path));
    expect(all.code).toBe(0);
    expect(statusOutput(JSON.parse(all.stdout)), JSON.stringify(statusOutput.errors)).toBe(true);
    const one = await flightdesk(["status", output.campaign, "--json"], environment(home.path));
    expect(parsed(one.stdout).campaign).toBe(output.campaign);
    expect(parsed(one.stdout).budgetReconciliation).toEqual(output.budgetReconciliation);
    expect(JSON.parse(all.stdout)).toMatchObject({
      campaigns: [{ budgetReconciliation: output.budgetReconciliation }],
    });

    sandbox.advance(1);
    const resumed = await flightdesk(["resume", "--json"], environment(home.path));
    expect(parsed(resumed.stdout).waiting).toEqual([expect.objectContaining({ type: "date" })]);
    expect(resumed.code).toBe(0);
  });

  it("says in one shape where each unit of the budget is, an order refused and one in doubt among them", async () => {
    using home = temporaryFolder();
    const refusal = { do: "fail", task: "create_media_buy", code: "PRODUCT_UNAVAILABLE" } as const;
    const { sandbox, environment } = await running({ faults: new Map([["sales", [refusal]]]) });
    await using _ = sandbox;
    const three = join(home.path, "three-sellers.yaml");
    const only = "only_sellers: [harbour.example, nordlicht.example, albion-audio.example]";
    writeFileSync(three, readFileSync(brief, "utf8").replace("excluded_sellers: []", only));
    const run = await flightdesk(["run", three, "--execute", "--json"], environment(home.path));
    const { campaign, budgetReconciliation: money, report } = parsed(run.stdout);
    const nothing = { minor: 0, currency: "EUR" };
    expect(money).toMatchObject({
      bySeller: [
        {
          sellerId: "albion-audio.example",
          committedSpend: money?.committedSpend,
          inDoubt: nothing,
        },
        { sellerId: "nordlicht.example", committedSpend: nothing, inDoubt: money?.inDoubt },
      ],
    });
    for (const field of ["inDoubt", "committedSpend", "unallocated"] as const)
      expect(money?.[field].minor).toBeGreaterThan(0);
    const status = await flightdesk(["status", campaign, "--json"], environment(home.path));
    expect(parsed(status.stdout).budgetReconciliation).toEqual(money);
    expect(report.headline.money).toMatchObject({ ...money });
  });
});
