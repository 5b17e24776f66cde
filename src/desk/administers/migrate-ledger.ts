import { existsSync } from "node:fs";
import { z } from "zod";
import { statesOf } from "../../campaign/model/state/journal.ts";
import { campaignsIn } from "../../campaign/stop/stop-orders.ts";
import { migrateFile } from "../../ledger/migrate.ts";
import { ledgerFile } from "../../ledger/open-ledger.ts";
import { readSqliteLedger } from "../../ledger/sqlite.ts";
import { messageOf } from "../../lib/cause.ts";
import { systemClock } from "../../lib/clock.ts";
import { operation } from "../operation.ts";
import { UsageError } from "../usage-error.ts";

/** What `ledger migrate` prints with `--json`. */
const migrateLedgerOutputSchema = z.strictObject({
  command: z.literal("ledger migrate"),
  file: z.string(),
  dryRun: z.boolean(),
  from: z.number().int().describe("format of the ledger as it was found"),
  to: z
    .number()
    .int()
    .describe("format that this flightdesk writes; the same where there is nothing to migrate"),
  campaigns: z.number().int().describe("read before anything was changed"),
  copy: z.string().optional().describe("the ledger as it was, beside the file"),
  problem: z.string().optional().describe("why it stays as it is"),
});
type MigrateLedgerOutput = z.output<typeof migrateLedgerOutputSchema>;

/** Brings the home folder's ledger to the format of this flightdesk, or says whether that would work. */
export const migrateLedger = operation({
  input: z.strictObject({ dryRun: z.boolean().default(false) }),
  output: migrateLedgerOutputSchema,
  run: async ({ settings, home }, { dryRun }): Promise<MigrateLedgerOutput> => {
    if (settings.ledger_url !== undefined)
      throw new UsageError(
        "ledgers in a PostgreSQL database have had one format so far: there is nothing to migrate",
      );
    const file = ledgerFile(home);
    if (!existsSync(file)) throw new UsageError(`there is no ledger to migrate: ${file} does not exist`);
    const now = systemClock.now();
    const answer = { command: "ledger migrate" as const, file, dryRun };
    // What cannot be done is found before anything is done.
    const tried = migrateFile(file, { now, dryRun: true });
    const found = tried.from === tried.to ? { campaigns: 0 } : await readable(file);
    const isReady = tried.problem === undefined && found.problem === undefined;
    const done = isReady && !dryRun ? migrateFile(file, { now }) : tried;
    return { ...answer, ...found, ...done };
  },
});

/** Whether what the campaigns have recorded can be read as it stands. */
async function readable(file: string): Promise<{ campaigns: number; problem?: string }> {
  const ledger = readSqliteLedger(file);
  try {
    const campaigns = await campaignsIn(ledger);
    await statesOf(ledger, campaigns);
    return { campaigns: campaigns.length };
  } catch (cause) {
    return { campaigns: 0, problem: messageOf(cause) };
  } finally {
    await ledger.close();
  }
}
