import { z } from "zod";
import { moveLedger } from "../../ledger/move.ts";
import { operation } from "../operation.ts";
import { UsageError } from "../usage-error.ts";

/** What `ledger move` prints with `--json`. */
const moveLedgerOutputSchema = z.strictObject({
  command: z.literal("ledger move"),
  campaigns: z.number().int().describe("chains of entries, the installation's own among them"),
  entries: z.number().int(),
});

/** Takes the home folder's ledger over into the database that `ledger_url` names; the file is closed to entries for good. */
export const moveLedgerOver = operation({
  input: z.strictObject({}),
  output: moveLedgerOutputSchema,
  run: async ({ settings, home }) => {
    if (settings.ledger_url === undefined)
      throw new UsageError("say where to: set ledger_url or FLIGHTDESK_LEDGER_URL to a PostgreSQL database");
    return { command: "ledger move" as const, ...(await moveLedger(home, settings.ledger_url)) };
  },
});
