import { lookForOrphans } from "../campaign/audit/look-for-orphans.ts";
import { isErrandId } from "../campaign/errand/errand.ts";
import { openJournal } from "../campaign/journal.ts";
import { campaignsIn } from "../campaign/stop/desk.ts";
import { cleanText } from "../lib/clean-text.ts";
import { campaignNamed } from "./campaigns.ts";
import { exitCodes } from "./exit-codes.ts";
import { cleanOrphan, type OrphansOutput, orphansText } from "./orphans-output.ts";
import { printJson } from "./output.ts";
import { openSession } from "./session.ts";

/** `flightdesk audit orphans`: exit code 1 where a seller holds a buy that the ledger does not, or does not tell. */
export async function auditOrphans(
  campaign: string | undefined,
  flags: Readonly<Record<string, unknown>>,
): Promise<void> {
  await using session = await openSession(flags, { bare: true });
  const { app } = session;
  const known = campaignsIn(app.ledger);
  const ids = campaign === undefined ? known.filter((id) => !isErrandId(id)) : [campaignNamed(app, campaign)];
  const states = known.map((id) => openJournal(app.ledger, id).state());
  const looks = await Promise.all(ids.map((id) => lookForOrphans(app.ports(id), states)));
  const output: OrphansOutput = {
    command: "audit orphans",
    asked: [...new Set(looks.flatMap(({ asked }) => asked))],
    silent: first(
      looks.flatMap(({ silent }) => silent),
      ({ sellerId }) => sellerId,
    ).map(({ sellerId, reason }) => ({ sellerId, reason: cleanText(reason, 300) })),
    // Campaigns of one account are shown the same buys.
    orphans: first(
      looks.flatMap(({ orphans }) => orphans),
      ({ agentUrl, mediaBuyId }) => JSON.stringify([agentUrl, mediaBuyId]),
    ).map(cleanOrphan),
  };
  const isClear = output.orphans.length === 0 && output.silent.length === 0;
  process.exitCode = isClear ? exitCodes.done : exitCodes.failed;
  if (flags["json"] === true) return printJson(output);
  process.stdout.write(`${orphansText(output)}\n`);
}

function first<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  return [...new Map(items.toReversed().map((item) => [keyOf(item), item])).values()].toReversed();
}
