import { expect, it } from "vitest";
import { noticeInbox } from "../../../src/campaign/notices/inbox.ts";
import { inMemory, openSqliteLedger } from "../../../src/ledger/sqlite.ts";
import { simulatedClock } from "../../../src/lib/clock.ts";

const operation = (campaign: string) =>
  `5e3c7a8e-0000-4000-8000-00000000000${campaign === "spring" ? "a" : "b"}`;

async function open() {
  const clock = simulatedClock("2027-01-04T08:00:00Z");
  const ledger = openSqliteLedger(inMemory, clock.now);
  for (const campaign of ["spring", "summer"])
    await ledger.append(campaign, {
      key: "step",
      // What the fold needs of a step, no more.
      event: {
        type: "step-proposed",
        step: {
          id: "buy/one",
          task: "create_media_buy",
          agentUrl: "https://seller.example/mcp",
          arguments: {
            push_notification_config: { url: `https://desk.example/webhooks/${operation(campaign)}` },
          },
        },
      } as { type: string },
    });
  const woken: string[] = [];
  const lines: string[] = [];
  const openInbox = () =>
    noticeInbox(ledger, { wake: (id) => woken.push(id), now: clock.now, log: (line) => lines.push(line) });
  let inbox = openInbox();
  let sent = 0;
  const report = (campaign = "spring", key = `report-${++sent}`) =>
    inbox.keep(operation(campaign), {
      idempotencyKey: key,
      taskId: "task",
      status: "working",
      timestamp: "2027-01-04T08:00:00Z",
    } as Parameters<typeof inbox.keep>[1]);
  const kept = async (campaign = "spring") =>
    (await ledger.read(campaign)).filter(({ event }) => event.type === "notice-received").length;
  const restart = async () => {
    inbox = openInbox();
  };
  return { clock, ledger, woken, lines, report, kept, restart };
}

it("keeps 200 of a seller's reports a day, also over a restart, and is woken once a minute by the rest", async () => {
  const { clock, ledger, woken, lines, report, kept, restart } = await open();
  for (let n = 0; n < 150; n++) expect(await report()).toBe(true);
  await restart();
  for (let n = 0; n < 500; n++) await report();
  expect(await kept()).toBe(200);
  expect(woken).toHaveLength(201);
  expect(lines).toEqual([
    "https://seller.example/mcp reports on spring more than 200 times a day: 1 not kept so far today",
  ]);
  clock.advance(60_000);
  await report();
  expect(woken).toHaveLength(202);
  expect(lines.at(-1)).toContain("451 not kept so far today");
  expect(await ledger.verify()).toEqual([]);

  // One that stands already came again; another campaign, and the next day, have an allowance of their own.
  expect(await report("spring", "report-1")).toBe(false);
  expect(await report("summer")).toBe(true);
  expect(await kept("summer")).toBe(1);
  clock.advance(86_400_000);
  await report();
  expect(await kept()).toBe(201);
  await ledger.close();
});
