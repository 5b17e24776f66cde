import { expect, it } from "vitest";
import { operations } from "../../../src/campaign/notices/inbox.ts";
import type { Ledger } from "../../../src/ledger/ledger.ts";
import { inMemory, openSqliteLedger } from "../../../src/ledger/sqlite.ts";

const operation = "5e3c7a8e-0000-4000-8000-00000000000a";
const step = {
  id: "buy/one",
  agentUrl: "https://seller.example/mcp",
  arguments: { push_notification_config: { url: `https://desk.example/webhooks/${operation}` } },
};

it("reads each entry once, however often an operation is asked for that nobody has", async () => {
  const ledger = openSqliteLedger(inMemory, () => 0);
  const read: string[] = [];
  const counting: Ledger = {
    ...ledger,
    read: (id, after) => {
      read.push(`${id} after ${after}`);
      return ledger.read(id, after);
    },
  };
  for (const id of ["spring", "summer"])
    await ledger.append(id, { event: { type: "campaign-begun" }, key: "begun" });
  const find = operations(counting);
  for (let time = 0; time < 100; time++) expect(await find("0".repeat(20))).toBeUndefined();
  expect(read.sort()).toEqual(["spring after 0", "summer after 0"]);

  // Another process proposes it.
  const proposed = { type: "step-proposed", step };
  await ledger.append("spring", { event: proposed, key: "step" });
  const found = {
    campaignId: "spring",
    stepId: "buy/one",
    agentUrl: "https://seller.example/mcp",
    scheme: "HTTP_MESSAGE_SIGNATURES",
  };
  for (let time = 0; time < 100; time++) expect(await find(operation)).toEqual(found);
  expect(read).toEqual(["spring after 0", "summer after 0", "spring after 1"]);
  await ledger.close();
});
