import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { dailyDesk } from "../../src/desk/daily-desk.ts";
import { openDesk } from "../../src/desk/open-desk.ts";
import { scheduleOf } from "../../src/lib/schedule.ts";
import { healthOf } from "../../src/server/health.ts";
import { serve } from "../../src/server/serve.ts";
import { logOf } from "../server/log-of.ts";
import { steppedClock } from "../server/stepped-clock.ts";
import { buysAt, openStory } from "./story.ts";

const minuteMs = 60_000;
const rule = (over: string) =>
  `version: 1\nname: Test\nrules:\n  - id: r\n    when: { amount: { over: "${over}" } }\n    then: deny\n`;

it("serves with the credentials and the policies of each turn, and takes none while a file cannot be read", async () => {
  const clock = steppedClock("2027-01-04T08:00:00Z");
  await using story = await openStory({ sandbox: { clock }, policies: [] });
  const { sandbox, home } = story;
  const policies = join(home, "policies");
  const write = (text: string) => writeFileSync(join(policies, "test.yaml"), text);
  mkdirSync(policies);
  write(rule("1 EUR"));
  const open = () =>
    openDesk({
      settings: {
        registry_url: sandbox.registryUrl,
        separate_sellers: [...sandbox.sharedOrigins],
        governance_url: sandbox.governanceUrl,
        well_known_url: sandbox.wellKnownUrl,
        seller_deadline: 20_000,
        home,
        policies,
      },
      secrets: {},
      clock,
    });
  await using first = open();
  await using daily = dailyDesk(first, () => Promise.resolve(open()));
  const stopping = new AbortController();
  const log: string[] = [];
  const served = serve(
    {
      campaigns: { ledger: first.app.ledger, ports: (...of) => daily.now().app.ports(...of) },
      beforeTurn: async (isIdle) => {
        await daily.renew(isIdle);
      },
      clock,
      stopwatch: { now: () => 0, sleep: () => new Promise(() => undefined) },
      schedule: scheduleOf("1 h"),
      installation: "one",
      host: "127.0.0.1",
      port: 0,
      log: logOf((line) => log.push(line)),
    },
    stopping.signal,
  );
  await clock.pass(minuteMs);
  expect((await story.state()).stalled?.reason).toMatch(/sellers failed/);

  writeFileSync(
    join(home, "credentials.yaml"),
    JSON.stringify({ sellers: { [sandbox.url]: { kind: "bearer", token: sandbox.token } } }),
    { mode: 0o600 },
  );
  await clock.pass(10 * minuteMs);
  expect((await story.state()).stalled?.reason).toContain("test.yaml (r)");

  write("version: 1\nrules: [oops");
  const calls = sandbox.calls.length;
  await clock.pass(60 * minuteMs);
  expect(log.at(-1)).toMatch(/^the turn could not be taken, campaigns wait: test\.yaml:\d+:\d+ /);
  expect(sandbox.calls).toHaveLength(calls);
  expect(buysAt(sandbox)).toEqual([]);

  write(rule("1,000,000 EUR"));
  await clock.pass(6 * minuteMs);
  stopping.abort();
  await served;
  expect(buysAt(sandbox).length).toBeGreaterThan(1);
  expect((await story.state()).policies.map(({ text }) => text)).toEqual([rule("1,000,000 EUR")]);
});

it("is not healthy while turns cannot be taken", () => {
  expect(healthOf({ turning: false, nextTurn: 60_000, untaken: true }, 0)).toMatchObject({ healthy: false });
});
