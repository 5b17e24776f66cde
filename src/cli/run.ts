import { advance } from "../campaign/advance.ts";
import type { ExecutePorts } from "../campaign/execute/execute-ports.ts";
import { askers } from "./askers.ts";
import { keepComparison } from "./comparisons.ts";
import { drive, printer } from "./drive.ts";
import { plannedCalls } from "./dry-run.ts";
import { explain } from "./explain.ts";
import { finish } from "./finish.ts";
import { briefFrom } from "./read-brief.ts";
import { loadReportAhead } from "./report-ahead.ts";
import { reportWish } from "./report-options.ts";
import { openSession, type Session } from "./session.ts";

/** `flightdesk run`: everything with `--execute`, else up to the plan and the calls that it would lead to. */
export async function run(file: string, flags: Readonly<Record<string, unknown>>): Promise<void> {
  const execute = flags["execute"] === true;
  const json = flags["json"] === true;
  await using session = await openSession(flags, { ephemeral: !execute });
  const brief = await briefFrom(file, session, { spends: execute, confirmed: flags["confirm"] === true });
  const observe = loadReportAhead(printer(json));
  const campaignId = session.app.begin(brief, {
    again: session.sandbox !== undefined,
    observe,
    requestedBy: askers(flags["by"]),
  });
  const ports = session.app.ports(campaignId, observe);
  const explanation = flags["explain"] === true ? await explainFirst(ports, session) : undefined;
  const waiting = await drive(ports, execute ? "end" : "plan", session);
  if (!execute) keepComparison(session.app.ledger, campaignId, session.home);
  const state = ports.journal.state();
  await finish(state, {
    command: "run",
    executed: execute,
    waiting,
    json,
    home: session.home,
    report: reportWish(flags),
    ...(execute ? {} : { calls: await plannedCalls(state, ports) }),
    ...(explanation === undefined ? {} : { explanation }),
  });
}

/** Before anything is bought: what a model makes of the offers stands in the record with the plan. */
async function explainFirst(ports: ExecutePorts, session: Session) {
  await advance(ports, "plan");
  return explain(ports.journal, session);
}
