import { join } from "node:path";
import { expect, it } from "vitest";
import { openJournal } from "../../../src/campaign/model/journal.ts";
import { openSqliteLedger } from "../../../src/ledger/sqlite.ts";
import { temporaryFolder } from "../../cli/flightdesk.ts";

const stopped = { type: "campaign-ended", reason: "a person ended it" } as const;

it("says that a ledger is damaged where it ends behind its last entry, and tries no further", async () => {
  using folder = temporaryFolder();
  const ledger = openSqliteLedger(join(folder.path, "ledger.db"), () => 0);
  const damaged = { ...ledger, read: () => Promise.resolve([]) };
  const journal = await openJournal(damaged, "a");
  await ledger.append("a", { event: stopped, key: "end" });
  await expect(journal.record(stopped, "another end")).rejects.toThrow("audit verify");
  await ledger.close();
});
