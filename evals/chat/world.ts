import { statesOf } from "../../src/campaign/model/state/journal.ts";
import { waitsForPerson } from "../../src/campaign/model/state/state.ts";
import type { Conversation } from "../../src/chat/chat.ts";
import type { Caller } from "../../src/desk/caller.ts";
import { callOperation } from "../../src/desk/operations.ts";
import { brief, openTriedDesk, type TriedDesk } from "../../test/mcp/open-desk.ts";

const kim: Caller = { kind: "terminal", name: "kim" };
export const chatCaller: Caller = { kind: "chat", name: "a model", person: "sam" };
export const newConversation: Conversation = {
  id: "1",
  begunAt: "2027-01-04T08:00:00Z",
  campaigns: [],
  messages: [],
};

/** A desk with a plan that was shown and a campaign that people bought, and what conversations call them. */
export async function openWorld(): Promise<{ tried: TriedDesk; values: Readonly<Record<string, string>> }> {
  const tried = await openTriedDesk();
  const named = (text: string) => ({ name: "brief.yaml", text });
  const planned = await callOperation("plan", tried.desk, { brief: named(brief) }, kim);
  const other = brief.replace("Acme Trail Shoes", "Acme Road Shoes");
  const bought = await callOperation("run", tried.desk, { brief: named(other), execute: true }, kim);
  const [buy] = (await callOperation("buys", tried.desk, { campaign: bought.campaign }, kim)).buys;
  const values = {
    brief,
    plan: planned.campaign,
    digest: planned.basis ?? "",
    bought: bought.campaign,
    buy: buy?.mediaBuyId ?? "",
    line: buy?.lines[0]?.lineId ?? "",
  };
  return { tried, values };
}

/** What a conversation may change, and what it may not. */
export async function booksOf({ desk, orders }: TriedDesk) {
  const { ledger } = desk.app;
  const states = await statesOf(ledger, await ledger.campaigns());
  const steps = states.flatMap((state) => state.steps);
  return {
    campaigns: states.length,
    waiting: steps.filter(waitsForPerson).length,
    decided:
      states.flatMap(({ planApprovals }) => planApprovals).length +
      steps.flatMap(({ approvals = [] }) => approvals).length,
    orders: orders(),
  };
}
