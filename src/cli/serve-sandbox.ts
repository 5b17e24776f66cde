import { once } from "node:events";
import { readText } from "../desk/files/read-text.ts";
import { UsageError } from "../desk/usage-error.ts";
import { messageOf } from "../lib/cause.ts";
import { offsetClock } from "../lib/clock.ts";
import { type ProtocolName, type PublicRelease, protocolNames } from "../protocol/tasks/names.ts";
import { readFaultsFile } from "../sandbox/faults-file.ts";
import { sellers } from "../sandbox/inventory/sellers.ts";
import type { RecordedCall } from "../sandbox/record-call.ts";
import { startSandbox } from "../sandbox/sandbox.ts";
import { type Log, type LogLevel, openLog } from "../server/log.ts";

/** How often agents check whether there is something to report. */
const reportEveryMs = 2_000;

export interface ServeSandboxFlags {
  readonly port: number;
  readonly start?: string;
  readonly faults?: string;
  /** Slugs of sellers that want a login. */
  readonly oauth?: readonly string[];
  /** Further tenants: name by bearer token. */
  readonly principal?: Readonly<Record<string, string>>;
  readonly protocol: ProtocolName;
  readonly version?: PublicRelease;
  readonly logLevel: LogLevel;
}

/** Runs a sandbox until the process is stopped. Its calendar runs with the machine's clock, from `start` on. */
export async function serveSandbox({
  port,
  start,
  faults: faultsFile,
  oauth = [],
  principal,
  protocol,
  version: release,
  logLevel,
}: ServeSandboxFlags): Promise<void> {
  if (release !== undefined && protocol === "svc")
    throw new UsageError(
      `--version: releases are of the public standard; add --protocol ${protocolNames[1]}`,
    );
  const begin = start === undefined ? Date.now() : Date.parse(start);
  if (Number.isNaN(begin))
    throw new UsageError(`--start: "${start}" is not a date; write for example 2027-01-04`);
  const faults = faultsFile === undefined ? undefined : loadFaults(faultsFile);
  const stranger = oauth.find((slug) => !sellers.some((seller) => seller.slug === slug));
  if (stranger !== undefined)
    throw new UsageError(
      `--oauth: there is no seller "${stranger}". There are: ${sellers.map(({ slug }) => slug).join(", ")}`,
    );
  const sandbox = await startSandbox({
    port,
    clock: offsetClock(begin),
    oauth,
    protocol,
    onEnd: callLog(openLog({ masked: (record) => record, level: logLevel })),
    ...(release && { release }),
    ...(principal && { principals: principal }),
    faults,
  }).catch((cause: unknown) => {
    throw new UsageError(`--port: ${port} cannot be used (${messageOf(cause)}); choose another`, { cause });
  });
  process.stdout.write(
    [
      `sandbox at ${sandbox.url} (stop with Ctrl-C)`,
      "in another terminal:",
      "  export FLIGHTDESK_HOME=.flightdesk/sandbox",
      `  export FLIGHTDESK_REGISTRY_URL=${sandbox.registryUrl}`,
      `  export FLIGHTDESK_GOVERNANCE_URL=${sandbox.governanceUrl}`,
      `  export FLIGHTDESK_WELL_KNOWN_URL=${sandbox.wellKnownUrl}`,
      `  export FLIGHTDESK_SEPARATE_SELLERS=${sandbox.sharedOrigins.join(",")}`,
      `  export FLIGHTDESK_TOKEN=${sandbox.token}`,
      "  flightdesk compare brief.yaml",
      "",
    ].join("\n"),
  );
  const reporting = setInterval(() => void sandbox.report(), reportEveryMs);
  await Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
  clearInterval(reporting);
  await sandbox.close();
}

/** Each call with what became of it: a refusal or a fault is a warning. The sandbox's own token is public. */
function callLog(log: Log): (call: RecordedCall) => void {
  return ({ agentId, task, outcome, startedAt, endedAt = startedAt }) => {
    const fields = { task, outcome, milliseconds: Math.round(endedAt - startedAt) };
    const isFine = outcome === "answered" || outcome === "replayed";
    log.child({ agent: agentId })[isFine ? "info" : "warn"](fields, `${task}: ${outcome}`);
  };
}

function loadFaults(file: string) {
  const reading = readFaultsFile(readText(file), file);
  if (reading.type === "invalid") throw new UsageError(reading.problems.join("\n"));
  return reading.faults;
}

export async function advanceSandbox(url: string, days: number): Promise<void> {
  let response: Response;
  try {
    response = await fetch(new URL("/clock", url), {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ advance_days: days }),
    });
  } catch (cause) {
    throw new Error(
      `no sandbox answers at ${url}; start one with \`flightdesk sandbox\` or name it with --url`,
      { cause },
    );
  }
  if (!response.ok) throw new Error(`${url} does not advance: HTTP ${response.status}`);
  process.stdout.write(`${await response.text()}\n`);
}
