import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { campaignLog } from "../src/cli/campaign-log.ts";
import { simulatedClock } from "../src/lib/clock.ts";
import { startSandbox } from "../src/sandbox/sandbox.ts";
import { openLog } from "../src/server/log.ts";
import { buyCampaign, openApp, sellers } from "./live-campaign.ts";

/**
 * What does the log at its usual level cost? One campaign after the other is planned and bought at a sandbox in a process of
 * its own, by turns with a log that is written to nowhere and without one. The processor's time of this process is compared. Exits
 * 1 beyond the limit.
 */
const rounds = 8;
const limit = 1.1;
const start = "2027-01-04T08:00:00Z";

/** All that a desk is told of a sandbox. */
type Place = Parameters<typeof openApp>[1];

if (process.send === undefined) await compare();
else await runSandbox();

async function runSandbox(): Promise<void> {
  const { registryUrl, sharedOrigins, governanceUrl, wellKnownUrl, token } = await startSandbox({
    clock: simulatedClock(start),
    sellers,
    slowSellerMs: 1,
  });
  process.send?.({ registryUrl, sharedOrigins: [...sharedOrigins], governanceUrl, wellKnownUrl, token });
}

async function compare(): Promise<void> {
  const costs = { on: [] as number[], off: [] as number[] };
  // The first two warm the code up.
  for (let round = 0; round < 2 * rounds + 2; round++) {
    const kind = round % 2 === 0 ? "on" : "off";
    const cost = await costOfCampaign(kind === "on");
    if (round >= 2) costs[kind].push(cost);
  }
  const [on, off] = [median(costs.on), median(costs.off)];
  const ratio = on / off;
  console.log(
    `CPU of one campaign, median of ${rounds}: ${on.toFixed(0)} ms with the log at info, ${off.toFixed(0)} ms without; ratio ${ratio.toFixed(2)} (limit ${limit})`,
  );
  if (ratio > limit) process.exitCode = 1;
}

async function costOfCampaign(isLogged: boolean): Promise<number> {
  const child = fork(fileURLToPath(import.meta.url), { stdio: "inherit" });
  const [place] = (await once(child, "message")) as [Place];
  const home = mkdtempSync(join(tmpdir(), "flightdesk-bench-"));
  const nowhere = openSync("/dev/null", "w");
  await using app = openApp(home, place, simulatedClock(start));
  const log = openLog({ masked: app.masked, isTerminal: false, write: (line) => writeSync(nowhere, line) });
  const before = process.cpuUsage();
  await buyCampaign(app, {}, isLogged ? campaignLog(log) : undefined);
  const { user, system } = process.cpuUsage(before);
  child.kill();
  rmSync(home, { recursive: true });
  return (user + system) / 1_000;
}

function median(all: readonly number[]): number {
  return all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;
}
