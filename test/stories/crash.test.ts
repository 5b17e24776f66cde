import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openJournal } from "../../src/campaign/journal.ts";
import { openSqliteLedger } from "../../src/ledger/sqlite.ts";
import { offsetClock } from "../../src/lib/clock.ts";
import { type Sandbox, startSandbox } from "../../src/sandbox/sandbox.ts";

const brief = "test/stories/crash-brief.yaml";

function flightdesk(sandbox: Sandbox, home: string, ...words: string[]) {
  return spawn(process.execPath, ["dist/cli/main.js", ...words, "--home", home], {
    env: {
      ...process.env,
      FLIGHTDESK_REGISTRY_URL: sandbox.registryUrl,
      FLIGHTDESK_GOVERNANCE_URL: sandbox.governanceUrl,
      FLIGHTDESK_TOKEN: sandbox.token,
      FLIGHTDESK_SELLER_DEADLINE: "700 ms",
      FLIGHTDESK_EXCHANGE: "examples/exchange.yaml",
    },
    stdio: ["ignore", "ignore", "pipe"],
  });
}

it("buys once when it is killed between a buy and its answer, and takes the replayed answer on resume", async () => {
  const home = mkdtempSync(join(tmpdir(), "flightdesk-crash-"));
  await using sandbox = await startSandbox({
    clock: offsetClock(Date.parse("2027-01-04T08:00:00Z")),
    slowSellerMs: 30_000,
  });
  sandbox.faults.set("sales", { delayCreateMs: 60_000 });
  const atHarbour = () =>
    sandbox.calls.filter(({ task, agent }) => task === "create_media_buy" && agent === "/sales/mcp");

  const first = flightdesk(sandbox, home, "run", brief, "--execute");
  const exited = once(first, "exit");
  // The intent is on disk when the seller sees the call.
  for await (const chunk of first.stderr) {
    if (!String(chunk).includes("buy/harbour.example/EUR: create_media_buy")) continue;
    while (atHarbour().length === 0) await new Promise((resolve) => setImmediate(resolve));
    first.kill("SIGKILL");
    break;
  }
  await exited;
  expect(first.signalCode).toBe("SIGKILL");

  sandbox.faults.delete("sales");
  const second = flightdesk(sandbox, home, "resume");
  second.stderr.resume();
  await once(second, "exit");

  const calls = atHarbour();
  expect(new Set(calls.map(({ arguments: request }) => request["idempotency_key"])).size).toBe(1);
  const ledger = openSqliteLedger(join(home, "ledger.db"), Date.now);
  const [campaignId = ""] = ledger.campaigns();
  const { steps } = openJournal(ledger, campaignId).state();
  ledger.close();
  rmSync(home, { recursive: true });
  const buys = steps.filter(({ step }) => step.task === "create_media_buy");
  expect(buys.length).toBeGreaterThan(1);
  const harbour = buys.find(({ step }) => step.id === "buy/harbour.example/EUR");
  expect(harbour?.status).toBe("done");
  expect(harbour?.receipt?.replayed).toBe(true);
  const created = sandbox.calls.filter(
    ({ task, outcome }) => task === "create_media_buy" && outcome === "answered",
  );
  const references = created.map(({ arguments: request }) => String(request["buyer_ref"]));
  expect(new Set(references).size).toBe(references.length);
});
