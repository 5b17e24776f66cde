import { join } from "node:path";
import { expect, it } from "vitest";
import { openJournal } from "../../../src/campaign/model/state/journal.ts";
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

it("makes no state of an entry that a later flightdesk wrote, and keeps none", async () => {
  using folder = temporaryFolder();
  const ledger = openSqliteLedger(join(folder.path, "ledger.db"), () => 0);
  for (let n = 0; n < 100; n += 1)
    await ledger.append("a", { event: { type: "from-a-later-one" }, key: `k${n}` });
  await expect(openJournal(ledger, "a")).rejects.toThrow(
    "a holds an entry that this flightdesk does not know (from-a-later-one)",
  );
  expect(await ledger.verify()).toEqual([]);
  await ledger.append("b", { event: stopped, key: "end" });
  expect((await openJournal(ledger, "b")).state().ended).toBe("a person ended it");
  await ledger.close();
});
