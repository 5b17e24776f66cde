import { once } from "node:events";
import { offsetClock } from "../lib/clock.ts";
import { startSandbox } from "../sandbox/sandbox.ts";
import { UsageError } from "./usage-error.ts";

/** Runs a sandbox until the process is told to stop. Its calendar runs with the machine's clock, from `start` on. */
export async function serveSandbox({
  port,
  start,
}: {
  readonly port: number;
  readonly start?: string;
}): Promise<void> {
  const begin = start === undefined ? Date.now() : Date.parse(start);
  if (Number.isNaN(begin))
    throw new UsageError(`--start: "${start}" is not a date; write for example 2027-01-04`);
  const sandbox = await startSandbox({ port, clock: offsetClock(begin) }).catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new UsageError(`--port: ${port} cannot be used (${reason}); choose another`, { cause });
  });
  process.stdout.write(
    [
      `sandbox at ${sandbox.url} (stop with Ctrl-C)`,
      "in another terminal:",
      `  export FLIGHTDESK_REGISTRY_URL=${sandbox.registryUrl}`,
      `  export FLIGHTDESK_GOVERNANCE_URL=${sandbox.governanceUrl}`,
      `  export FLIGHTDESK_WELL_KNOWN_URL=${sandbox.wellKnownUrl}`,
      `  export FLIGHTDESK_TOKEN=${sandbox.token}`,
      "  flightdesk compare brief.yaml",
      "",
    ].join("\n"),
  );
  await Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
  await sandbox.close();
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
