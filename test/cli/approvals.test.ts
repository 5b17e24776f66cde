import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, it } from "vitest";
import { offsetClock } from "../../src/lib/clock.ts";
import { startSandbox } from "../../src/sandbox/sandbox.ts";
import { flightdesk, temporaryFolder } from "./flightdesk.ts";

interface Inbox {
  readonly waiting: readonly {
    readonly stepId: string;
    readonly seller: string;
    readonly total: { readonly minor: number; readonly currency: string };
    readonly typeTotal: boolean;
  }[];
}

const inboxOutput = new Ajv2020({ strict: false }).compile<Inbox>(
  JSON.parse(readFileSync("schemas/inbox-output.schema.json", "utf8")),
);

it("takes a person from the inbox to an approval with a typed total and a key of their own", async () => {
  using home = temporaryFolder();
  await using sandbox = await startSandbox({ clock: offsetClock(Date.now()), slowSellerMs: 30_000 });
  const file = (name: string) => join(home.path, name);
  const made = await flightdesk([
    "keys",
    "approver",
    "new",
    "kim",
    "--out",
    file("kim.key"),
    "--up-to",
    "900,000 EUR",
  ]);
  expect(made).toMatchObject({ code: 0 });
  expect(made.stdout).not.toContain("PRIVATE");
  writeFileSync(
    file("approvers.yaml"),
    `approvers:\n${made.stdout}tiers:\n  - over: "1 EUR"\n    type_total: true\n`,
  );
  mkdirSync(file("policies"));
  writeFileSync(
    join(file("policies"), "ask.yaml"),
    'version: 1\nname: Ask\nrules:\n  - id: ask\n    on: [create_media_buy]\n    when: { amount: { over: "1 EUR" } }\n    then: ask_human\n',
  );
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const brief = readFileSync("test/stories/crash-brief.yaml", "utf8")
    .replace(/start: \S+/, `start: ${inDays(14)}`)
    .replace(/end: \S+/, `end: ${inDays(55)}`);
  writeFileSync(file("brief.yml"), brief);
  const environment = {
    FLIGHTDESK_REGISTRY_URL: sandbox.registryUrl,
    FLIGHTDESK_GOVERNANCE_URL: sandbox.governanceUrl,
    FLIGHTDESK_TOKEN: sandbox.token,
    FLIGHTDESK_EXCHANGE: "examples/exchange.yaml",
    FLIGHTDESK_SELLER_DEADLINE: "700 ms",
    FLIGHTDESK_HOME: file("home"),
    FLIGHTDESK_APPROVERS: file("approvers.yaml"),
    FLIGHTDESK_POLICIES: file("policies"),
  };
  expect((await flightdesk(["run", file("brief.yml"), "--execute"], environment)).code).toBe(3);

  const json = await flightdesk(["inbox", "--json"], environment);
  const output: unknown = JSON.parse(json.stdout);
  if (!inboxOutput(output)) throw new Error(JSON.stringify(inboxOutput.errors));
  const step = output.waiting.find(({ seller }) => seller === "kiosk-exchange.example");
  if (step === undefined) throw new Error(json.stdout);
  expect(step.typeTotal).toBe(true);
  const shown = await flightdesk(["inbox"], environment);
  expect(shown.stdout).toContain(`flightdesk approve ${step.stepId} --campaign `);

  const approve = (...words: string[]) =>
    flightdesk(["approve", step.stepId, ...words, "--json"], environment);
  const total = (step.total.minor / 100).toFixed(2);
  const withKey = ["--approver-key", file("kim.key")];
  expect(await approve(...withKey)).toMatchObject({ code: 2, stderr: expect.stringContaining("--total") });
  const off = ((step.total.minor + 1) / 100).toFixed(2);
  expect(await approve(...withKey, "--total", `${off} EUR`)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("is not the total"),
  });
  const noKey = await approve("--total", `${total} EUR`);
  expect(noKey).toMatchObject({ code: 1, stderr: expect.stringContaining("sign with your own key") });
  chmodSync(file("kim.key"), 0o644);
  const open = await approve(...withKey, "--total", `${total} EUR`);
  expect(open).toMatchObject({ code: 2, stderr: expect.stringContaining("chmod 600") });
  chmodSync(file("kim.key"), 0o600);
  const bought = () => sandbox.calls.filter(({ task }) => task === "create_media_buy").length;
  expect(bought()).toBe(0);
  const done = await approve(...withKey, "--total", `${total} EUR`);
  expect(done.stderr).toContain("exactly this would be sent");
  expect(bought()).toBe(1);
});
