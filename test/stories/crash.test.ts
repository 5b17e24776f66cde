import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { openJournal } from "../../src/campaign/model/state/journal.ts";
import type { Waiting } from "../../src/campaign/run/waiting.ts";
import { openSqliteLedger } from "../../src/ledger/sqlite.ts";
import { offsetClock } from "../../src/lib/clock.ts";
import { type Sandbox, startSandbox } from "../../src/sandbox/sandbox.ts";
import { atLength } from "../depth.ts";

const brief = "test/stories/crash-brief.yaml";

function flightdesk(sandbox: Sandbox, home: string, ...words: string[]) {
  return spawn(process.execPath, ["dist/cli/main.js", ...words, "--home", home], {
    env: {
      ...process.env,
      FLIGHTDESK_REGISTRY_URL: sandbox.registryUrl,
      FLIGHTDESK_SEPARATE_SELLERS: sandbox.sharedOrigins.join(","),
      FLIGHTDESK_GOVERNANCE_URL: sandbox.governanceUrl,
      FLIGHTDESK_WELL_KNOWN_URL: sandbox.wellKnownUrl,
      FLIGHTDESK_TOKEN: sandbox.token,
      FLIGHTDESK_SELLER_DEADLINE: "4 s",
      FLIGHTDESK_EXCHANGE: "examples/exchange.yaml",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** A run of the brief, from the moment at which the first buy is at its seller, who takes a minute for it. */
async function buying(sandbox: Sandbox, home: string) {
  sandbox.faults.set("sales", {
    rules: [{ do: "slow", task: "create_media_buy", ms: 60_000, when: "after" }],
  });
  const child = flightdesk(sandbox, home, "run", brief, "--execute", "--verbose");
  child.stdout.resume();
  const exited = once(child, "exit");
  // The intent is on disk when the seller sees the call.
  await new Promise<void>((resolve) => {
    child.stderr.on("data", (chunk) => {
      if (String(chunk).includes("buy/harbour.example/EUR: create_media_buy")) resolve();
    });
  });
  while (buysAtHarbour(sandbox).length === 0) await new Promise((resolve) => setImmediate(resolve));
  return {
    kill: async () => {
      child.kill("SIGKILL");
      await exited;
      expect(child.signalCode).toBe("SIGKILL");
    },
  };
}

function buysAtHarbour({ calls }: Sandbox) {
  return calls.filter(({ task, agent }) => task === "create_media_buy" && agent === "/sales/mcp");
}

it("buys once when it is killed between a buy and its answer, and takes the replayed answer on resume", async () => {
  const home = mkdtempSync(join(tmpdir(), "flightdesk-crash-"));
  await using sandbox = await startSandbox({
    clock: offsetClock(Date.parse("2027-01-04T08:00:00Z")),
    slowSellerMs: 30_000,
  });
  const first = await buying(sandbox, home);
  await first.kill();

  sandbox.faults.delete("sales");
  const second = flightdesk(sandbox, home, "resume");
  second.stdout.resume();
  second.stderr.resume();
  await once(second, "exit");

  const calls = buysAtHarbour(sandbox);
  expect(new Set(calls.map(({ arguments: request }) => request["idempotency_key"])).size).toBe(1);
  const ledger = openSqliteLedger(join(home, "ledger.db"), Date.now);
  const [campaignId = ""] = await ledger.campaigns();
  const { steps } = (await openJournal(ledger, campaignId)).state();
  await ledger.close();
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

it.runIf(atLength)(
  "sends nothing and ends as waiting while another process has a buy at its seller",
  async () => {
    const home = mkdtempSync(join(tmpdir(), "flightdesk-crash-"));
    await using sandbox = await startSandbox({
      clock: offsetClock(Date.parse("2027-01-04T08:00:00Z")),
      slowSellerMs: 30_000,
    });
    const first = await buying(sandbox, home);
    const second = flightdesk(sandbox, home, "resume", "--json");
    second.stderr.resume();
    const [{ waiting }, [exitCode]] = await Promise.all([json(second.stdout), once(second, "exit")]);
    expect(exitCode).toBe(3);
    expect(waiting).toContainEqual({
      type: "process",
      stepId: "buy/harbour.example/EUR",
      at: expect.any(String),
      reason: expect.stringMatching(/^another process \(.+, pid \d+\) is sending it, until 20/),
    });
    expect(buysAtHarbour(sandbox)).toHaveLength(1);
    await first.kill();
    rmSync(home, { recursive: true });
  },
);

async function json(stream: NodeJS.ReadableStream): Promise<{ readonly waiting: readonly Waiting[] }> {
  // As `resume --json` prints it.
  return JSON.parse(await text(stream)) as { readonly waiting: readonly Waiting[] };
}
