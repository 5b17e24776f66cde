import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, it } from "vitest";
import { offsetClock } from "../../src/lib/clock.ts";
import { startSandbox } from "../../src/sandbox/sandbox.ts";
import { order } from "../sandbox/connect.ts";
import { flightdesk, temporaryFolder } from "./flightdesk.ts";

it("audit orphans fails while a seller holds what the ledger does not, and status remembers it", async () => {
  using home = temporaryFolder();
  await using sandbox = await startSandbox({
    clock: offsetClock(Date.parse("2027-01-04T08:00:00Z")),
    slowSellerMs: 0,
  });
  const desk = {
    FLIGHTDESK_HOME: home.path,
    FLIGHTDESK_TOKEN: sandbox.token,
    FLIGHTDESK_REGISTRY_URL: sandbox.registryUrl,
    FLIGHTDESK_GOVERNANCE_URL: sandbox.governanceUrl,
    FLIGHTDESK_WELL_KNOWN_URL: sandbox.wellKnownUrl,
    FLIGHTDESK_EXCHANGE: "examples/exchange.yaml",
  };
  await flightdesk(["run", "examples/brief-to-campaign/brief.yaml", "--execute", "--json"], desk);
  sandbox.advance(1);
  await flightdesk(["resume", "--json"], desk);
  const planted = await sandbox.plant("sales", order({ buyer_ref: "by hand" }));

  const found = await flightdesk(["audit", "orphans", "--json"], desk);
  expect(found.code, found.stderr).toBe(1);
  const fits = new Ajv2020({ strict: false }).compile(
    JSON.parse(readFileSync("schemas/orphans-output.schema.json", "utf8")),
  );
  const output: unknown = JSON.parse(found.stdout);
  expect(fits(output), JSON.stringify(fits.errors)).toBe(true);
  expect(output).toMatchObject({ orphans: [{ mediaBuyId: planted, reference: "by hand" }] });

  const told = await flightdesk(["audit", "orphans"], desk);
  expect(told.stdout).toMatch(/^(\d+) of \1 sellers listed their buys: 1 buy that the ledger does not hold/);

  const status = await flightdesk(["status"], desk);
  expect(status.stdout).toMatch(
    new RegExp(
      `orphan: ${planted} at harbour.*, EUR 5,000\\.00, pending_start, ordered as by hand: the ledger knows no order`,
    ),
  );
}, 180_000);
