import type { Until } from "../campaign/advance.ts";
import { keepComparison } from "./comparisons.ts";
import { drive, printer } from "./drive.ts";
import { explain } from "./explain.ts";
import { finish } from "./finish.ts";
import { briefFrom } from "./read-brief.ts";
import { loadReportAhead } from "./report-ahead.ts";
import { reportWish } from "./report-options.ts";
import { openSession } from "./session.ts";

/** `flightdesk compare` and `flightdesk plan`: asks, ranks and allocates, and keeps nothing but the report and what `whatif` needs. */
export async function compare(
  command: "compare" | "plan",
  until: Until,
  file: string,
  flags: Readonly<Record<string, unknown>>,
): Promise<void> {
  const json = flags["json"] === true;
  await using session = await openSession(flags, { ephemeral: true });
  const observe = loadReportAhead(printer(json));
  const campaignId = session.app.begin(await briefFrom(file, session), { observe });
  const ports = session.app.ports(campaignId, observe);
  const waiting = await drive(ports, until, session);
  keepComparison(session.app.ledger, campaignId, session.home);
  const explanation = flags["explain"] === true ? await explain(ports.journal, session) : undefined;
  await finish(ports.journal.state(), {
    command,
    executed: false,
    waiting,
    json,
    home: session.home,
    ...(explanation === undefined ? {} : { explanation }),
    report: reportWish(flags),
  });
}
