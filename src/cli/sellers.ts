import { recordsOf } from "../campaign/learn/track-record/records-of.ts";
import { otherCampaigns } from "../campaign/other-campaigns.ts";
import { cleanText } from "../lib/clean-text.ts";
import { printJson } from "./output.ts";
import { openSession } from "./session.ts";
import { sellersOutput, sellersText } from "./track-record-output.ts";
import { UsageError } from "./usage-error.ts";

/** `flightdesk sellers show`: how sellers did in the campaigns of this desk. Reads the ledger alone. */
export async function showSellers(
  seller: string | undefined,
  flags: Readonly<Record<string, unknown>>,
): Promise<void> {
  await using session = await openSession(flags, { bare: true });
  const all = recordsOf(otherCampaigns(session.app.ledger).states());
  const records = seller === undefined ? all : all.filter(({ sellerId }) => sellerId === seller);
  if (seller !== undefined && records.length === 0)
    throw new UsageError(
      `no seller ${seller} has been asked or bought from. Known: ${[...new Set(all.map(({ sellerId }) => sellerId))].join(", ") || "none yet"}`,
    );
  const output = sellersOutput(records);
  if (flags["json"] === true) return printJson(output);
  const lines = sellersText(output).split("\n");
  process.stdout.write(
    `${lines.map((line) => `${/^ */.exec(line)?.[0] ?? ""}${cleanText(line, 600)}`).join("\n")}\n`,
  );
}
