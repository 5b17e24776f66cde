import { expect, it } from "vitest";
import { offsetClock } from "../../src/lib/clock.ts";
import { startSandbox } from "../../src/sandbox/sandbox.ts";
import { order } from "../sandbox/connect.ts";
import { flightdesk, temporaryFolder } from "./flightdesk.ts";

it("audit verify --at-sellers fails while the world holds more than the ledger, and says how much and where", async () => {
  using home = temporaryFolder();
  using empty = temporaryFolder();
  await using sandbox = await startSandbox({
    clock: offsetClock(Date.parse("2027-01-04T08:00:00Z")),
    slowSellerMs: 0,
  });
  const desk = (path: string) => ({
    FLIGHTDESK_HOME: path,
    FLIGHTDESK_TOKEN: sandbox.token,
    FLIGHTDESK_REGISTRY_URL: sandbox.registryUrl,
    FLIGHTDESK_GOVERNANCE_URL: sandbox.governanceUrl,
    FLIGHTDESK_WELL_KNOWN_URL: sandbox.wellKnownUrl,
    FLIGHTDESK_EXCHANGE: "examples/exchange.yaml",
  });
  await flightdesk(["run", "examples/brief-to-campaign/brief.yaml", "--execute", "--json"], desk(home.path));
  const verify = ["audit", "verify", "--at-sellers"];
  const clear = await flightdesk(verify, desk(home.path));
  expect(clear.stdout).toMatch(/agents asked: they hold nothing that the ledger does not know/);
  expect(clear.code, clear.stdout).toBe(0);

  const planted = await sandbox.plant("sales", order({ buyer_ref: "lost-01234567/buy/harbour.example/EUR" }));
  const found = await flightdesk(verify, desk(home.path));
  expect(found.code).toBe(1);
  expect(found.stdout).toMatch(new RegExp(`${planted} at harbour.*, EUR 5,000\\.00`));
  expect(found.stdout).toMatch(/together at harbour\S*: EUR 5,000\.00/);
  const json = await flightdesk([...verify, "--json"], desk(home.path));
  expect(json.code).toBe(1);
  expect(JSON.parse(json.stdout)).toMatchObject({
    faults: [],
    world: { buys: [{ mediaBuyId: planted, amount: { minor: 500_000, currency: "EUR" } }], outcomes: [] },
  });

  const lost = await flightdesk(verify, desk(empty.path));
  expect(lost.code).toBe(1);
  expect(lost.stdout).toMatch(new RegExp(`${planted} at .*: the ledger knows no campaign`));
}, 180_000);
