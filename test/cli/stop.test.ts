import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, it } from "vitest";
import { offsetClock } from "../../src/lib/clock.ts";
import { startSandbox } from "../../src/sandbox/sandbox.ts";
import { flightdesk, temporaryFolder } from "./flightdesk.ts";

interface StopOutput {
  readonly order: { readonly by: string; readonly reason: string };
  readonly buys: readonly { readonly sellerId: string; readonly stopped: boolean }[];
}

const ajv = new Ajv2020({ strict: false });

/** A command's document, which its published schema must know. */
function valid(command: "stop" | "go" | "status", stdout: string): StopOutput {
  const fits = ajv.compile<StopOutput>(
    JSON.parse(readFileSync(`schemas/${command}-output.schema.json`, "utf8")),
  );
  const value: unknown = JSON.parse(stdout);
  if (!fits(value)) throw new Error(JSON.stringify(fits.errors?.slice(0, 3)));
  return value;
}

it("stop fails until every seller has obeyed, though no governance agent is set and the policies are broken", async () => {
  using home = temporaryFolder();
  await using sandbox = await startSandbox({
    clock: offsetClock(Date.parse("2027-01-04T08:00:00Z")),
    slowSellerMs: 30_000,
  });
  const desk = {
    FLIGHTDESK_HOME: home.path,
    FLIGHTDESK_TOKEN: sandbox.token,
    // Names who is sent the token; nobody asks the registry.
    FLIGHTDESK_REGISTRY_URL: sandbox.registryUrl,
  };
  const whole = {
    ...desk,
    FLIGHTDESK_GOVERNANCE_URL: sandbox.governanceUrl,
    FLIGHTDESK_WELL_KNOWN_URL: sandbox.wellKnownUrl,
    FLIGHTDESK_EXCHANGE: "examples/exchange.yaml",
    FLIGHTDESK_SELLER_DEADLINE: "700 ms",
  };
  await flightdesk(["run", "examples/brief-to-campaign/brief.yaml", "--execute", "--json"], whole);
  sandbox.advance(1);
  await flightdesk(["resume", "--json"], whole);

  const broken = join(home.path, "policies");
  mkdirSync(broken);
  writeFileSync(join(broken, "rules.yaml"), "version: 1\nname: [\n");
  const bare = { ...desk, FLIGHTDESK_POLICIES: broken };
  const words = ["stop", "--all", "--reason", "wrong price", "--by", "kim"];
  sandbox.faults.set("sales", { rules: [{ do: "ignore-updates" }] });
  const first = await flightdesk(words, bare);
  expect(first.code).toBe(1);
  expect(first.stdout).toMatch(
    /^everything stopped by kim: wrong price\n[\s\S]*NOT STOPPED: 1;.*\n.*harbour/,
  );

  const known = await flightdesk(["status", "--json"], whole);
  expect(valid("status", known.stdout)).toMatchObject({
    orders: [
      {
        scope: { type: "all" },
        by: "kim",
        reason: "wrong price",
        at: expect.stringMatching(/^\d{4}-.*Z$/),
        notStopped: [
          { sellerId: expect.stringContaining("harbour"), mediaBuyId: "mb_sales_1", stopped: false },
        ],
      },
    ],
  });

  sandbox.faults.set("sales", {});
  const second = await flightdesk([...words, "--json"], bare);
  expect(second.code, second.stderr).toBe(0);
  const { order, buys } = valid("stop", second.stdout);
  expect(order).toMatchObject({ by: "kim", reason: "wrong price" });
  expect(buys.length).toBeGreaterThan(1);
  expect(buys.every(({ stopped }) => stopped)).toBe(true);

  const status = await flightdesk(["status"], whole);
  expect(status.stdout).toMatch(/^everything stopped by kim: wrong price, on 20/);
  expect(status.stdout).not.toMatch(/NOT STOPPED/);
  expect(status.stdout).not.toMatch(/^desk$/m);
  const audit = await flightdesk(["audit", "verify"], whole);
  expect(audit.stdout).toMatch(/^1 campaigns, every entry/);

  const released = await flightdesk(["go", "--all", "--by", "kim", "--json"], whole);
  expect(released.code).toBe(0);
  expect(valid("go", released.stdout)).toEqual({
    command: "go",
    scope: { type: "all" },
    resumed: [],
    standing: [],
  });

  writeFileSync(join(home.path, "STOP"), "");
  const refused = await flightdesk(["go", "--all"], whole);
  expect(refused.code).toBe(2);
  expect(refused.stderr).toMatch(/STOP stops everything: remove it first/);
}, 180_000);
