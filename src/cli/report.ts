import { openJournal } from "../campaign/journal.ts";
import { campaignNamed } from "./campaigns.ts";
import { reportFormats, writeReport } from "./report-file.ts";
import { openSession } from "./session.ts";

/** `flightdesk report`: writes a campaign's report and prints where it is. */
export async function report(
  campaign: string | undefined,
  flags: Readonly<Record<string, unknown>>,
): Promise<void> {
  await using session = await openSession(flags);
  const state = openJournal(session.app.ledger, campaignNamed(session.app, campaign)).state();
  const format = reportFormats.find((name) => name === flags["format"]) ?? "html";
  const { output } = flags;
  const path = await writeReport(state, {
    home: session.home,
    format,
    ...(typeof output === "string" ? { output } : {}),
  });
  process.stdout.write(`${path}\n`);
}
