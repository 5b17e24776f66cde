import { openJournal } from "../campaign/journal.ts";
import { campaignNamed } from "./campaigns.ts";
import { reportFolder, writeReport } from "./report-file.ts";
import { reportWish } from "./report-options.ts";
import { openSession } from "./session.ts";
import { UsageError } from "./usage-error.ts";

/** `flightdesk report`: writes a campaign's report and prints where it is. */
export async function report(
  campaign: string | undefined,
  flags: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { formats = ["html"] as const, out } = reportWish(flags);
  const { output } = flags;
  if (output !== undefined && formats.length > 1)
    throw new UsageError("--output names one file: for several formats name a folder with --out");
  await using session = await openSession(flags);
  const state = openJournal(session.app.ledger, campaignNamed(session.app, campaign)).state();
  const paths = await writeReport(state, {
    folder: out ?? reportFolder(session.home),
    formats,
    ...(typeof output === "string" ? { output } : {}),
  });
  process.stdout.write(paths.map((path) => `${path}\n`).join(""));
}
