import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, it } from "vitest";
import { offsetClock } from "../../src/lib/clock.ts";
import { startSandbox } from "../../src/sandbox/sandbox.ts";
import { flightdesk, temporaryFolder } from "./flightdesk.ts";
import { atTerminal, noTerminal, quoted, withoutTerminal } from "./terminal.ts";

interface StopOutput {
  readonly order: { readonly by: string; readonly reason: string };
  readonly buys: readonly { readonly sellerId: string; readonly stopped: boolean }[];
}

const ajv = new Ajv2020({ strict: false });

/** A command's document, which its published schema must know. */
function valid(command: "stop" | "release" | "status", stdout: string): StopOutput {
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
    FLIGHTDESK_SELLER_DEADLINE: "4 s",
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
  const [id = ""] = /^\S+$/m.exec(status.stdout) ?? [];
  const one = await flightdesk(["status", id], whole);
  expect(one.stdout).toMatch(/^everything stopped by kim: wrong price, on 20/);
  expect(status.stdout).not.toMatch(/^desk$/m);
  const audit = await flightdesk(["audit", "verify"], whole);
  expect(audit.stdout).toMatch(/^1 campaigns, every entry/);
}, 180_000);

it("stop needs no file that others write: policies, exchange rates and approvers may be broken", async () => {
  using home = temporaryFolder();
  const broken = join(home.path, "broken.yaml");
  writeFileSync(broken, "approvers: [\n");
  const { code, stdout, stderr } = await flightdesk(
    ["stop", "--all", "--reason", "wrong price", "--by", "kim"],
    {
      FLIGHTDESK_HOME: home.path,
      FLIGHTDESK_POLICIES: home.path,
      FLIGHTDESK_EXCHANGE: broken,
      FLIGHTDESK_APPROVERS: broken,
    },
  );
  expect(stderr).toBe("");
  expect(stdout).toMatch(/^everything stopped by kim: wrong price/);
  expect(code).toBe(0);
});

it("release, or go, is said by a person at a terminal, who types what is released, and by nobody else", async ({
  skip,
}) => {
  using home = temporaryFolder();
  const environment = { FLIGHTDESK_HOME: home.path };
  const release = "flightdesk release --all --by kim --json";
  await flightdesk(["stop", "--all", "--reason", "wrong price", "--by", "kim"], environment);
  const go = "flightdesk go --all --by kim --json";
  for (const command of [`${release} < /dev/null`, `yes everything | ${release}`, `yes everything | ${go}`])
    expect(await withoutTerminal({ command, environment })).toMatchObject({
      code: 2,
      shown: expect.stringContaining("the stop stands: a person does that at a terminal"),
    });

  writeFileSync(join(home.path, "STOP"), "");
  const refused = await flightdesk(["release", "--all"], environment);
  expect(refused.code).toBe(2);
  expect(refused.stderr).toMatch(/STOP stops everything: remove it first/);
  rmSync(join(home.path, "STOP"));

  if (noTerminal !== undefined) skip(noTerminal);
  const asked = "Type everything to release it: ";
  const wrong = await atTerminal({ command: release, environment }, [{ at: asked, text: "all" }]);
  expect(wrong.code).toBe(2);
  expect(wrong.shown).toMatch(/everything stopped by kim: wrong price[\s\S]*the stop stands: "all"/);
  const out = join(home.path, "go.json");
  const released = await atTerminal({ command: `${go} > ${quoted(out)}`, environment }, [
    { at: asked, text: "everything" },
  ]);
  expect(released.code, released.shown).toBe(0);
  expect(valid("release", readFileSync(out, "utf8"))).toEqual({
    command: "release",
    scope: { type: "all" },
    resumed: [],
    inForce: [],
  });
}, 180_000);
