import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readApproverFile } from "../../src/campaign/approvals/approver-file.ts";
import { inbox } from "../../src/campaign/approvals/inbox.ts";
import { readPolicyFile } from "../../src/campaign/govern/files/policy-file.ts";
import { offsetClock } from "../../src/lib/clock.ts";
import { makeKeyFile, publicKeyOf, readKeyFile } from "../../src/lib/key-file.ts";
import { openStory } from "../stories/story.ts";
import { flightdesk, temporaryFolder } from "./flightdesk.ts";
import { atTerminal, noTerminal, quoted, withoutTerminal } from "./terminal.ts";

const askAboutEveryBuy =
  'version: 1\nname: Ask\nrules:\n  - id: ask\n    on: [create_media_buy]\n    when: { amount: { over: "1 EUR" } }\n    then: ask_human\n';

/** A campaign whose every buy waits for a person, and the command that approves one of them. */
async function openWaiting(approverFile?: string) {
  const policy = readPolicyFile(askAboutEveryBuy, "ask.yaml");
  if (policy.type === "invalid") throw new Error(policy.problems.join());
  const named = approverFile === undefined ? undefined : readApproverFile(approverFile, "approvers.yaml");
  if (named?.type === "invalid") throw new Error(named.problems.join());
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const story = await openStory({
    // The command is a process of its own, with this machine's clock.
    sandbox: { clock: offsetClock(Date.now()), slowSellerMs: 0 },
    sellerDeadlineMs: 20_000,
    brief: { flight: { start: inDays(14), end: inDays(55) } },
    policies: [policy.policy],
    approvers: named?.approvers,
    requestedBy: ["sam"],
  });
  await story.run();
  const step = (await inbox(await story.app.ports(story.campaignId))).find(
    ({ seller }) => seller === "kiosk-exchange.example",
  );
  if (step === undefined) throw new Error("nothing waits");
  const { sandbox, home } = story;
  const policies = join(home, "policies");
  mkdirSync(policies);
  writeFileSync(join(policies, "ask.yaml"), askAboutEveryBuy);
  if (approverFile !== undefined) writeFileSync(join(home, "approvers.yaml"), approverFile);
  return {
    step,
    environment: {
      FLIGHTDESK_REGISTRY_URL: sandbox.registryUrl,
      FLIGHTDESK_GOVERNANCE_URL: sandbox.governanceUrl,
      FLIGHTDESK_WELL_KNOWN_URL: sandbox.wellKnownUrl,
      FLIGHTDESK_TOKEN: sandbox.token,
      FLIGHTDESK_EXCHANGE: "examples/exchange.yaml",
      FLIGHTDESK_HOME: home,
      FLIGHTDESK_POLICIES: policies,
      ...(approverFile === undefined ? {} : { FLIGHTDESK_APPROVERS: join(home, "approvers.yaml") }),
    },
    approve: `flightdesk approve ${quoted(step.stepId)}`,
    total: (step.total.minor / 100).toFixed(2),
    off: ((step.total.minor + 1) / 100).toFixed(2),
    bought: () => sandbox.calls.filter(({ task }) => task === "create_media_buy").length,
    [Symbol.asyncDispose]: () => story[Symbol.asyncDispose](),
  };
}

const passphrase = "correct horse battery";
const askTotal = "Type the total in EUR to approve it: ";

describe("an approval with the installation's own key", () => {
  let desk: Awaited<ReturnType<typeof openWaiting>>;
  beforeAll(async () => {
    desk = await openWaiting();
  });
  afterAll(() => desk[Symbol.asyncDispose]());

  it("is asked for without the total in the command", async () => {
    const fits = new Ajv2020({ strict: false }).compile<{ waiting: readonly unknown[] }>(
      JSON.parse(readFileSync("schemas/inbox-output.schema.json", "utf8")),
    );
    const { stdout } = await flightdesk(["inbox", "--json"], desk.environment);
    const output: unknown = JSON.parse(stdout);
    if (!fits(output)) throw new Error(JSON.stringify(fits.errors));
    const { stepId, campaignId } = desk.step;
    expect(output.waiting).toContainEqual(
      expect.objectContaining({
        stepId,
        typeTotal: true,
        commands: expect.objectContaining({
          approve: `flightdesk approve ${stepId} --campaign ${campaignId}`,
        }),
      }),
    );
  });

  it.each([
    ["by setsid with nothing on standard input", ({ approve }: typeof desk) => `${approve} < /dev/null`],
    [
      "by `yes` on standard input",
      ({ approve, total }: typeof desk) => `yes ${quoted(`${total} EUR`)} | ${approve} --json`,
    ],
  ])("is not given %s", async (_, command) => {
    const { environment } = desk;
    const { code, shown } = await withoutTerminal({ command: command(desk), environment });
    expect(shown).toMatch(
      /nothing is approved: .* at a terminal, and this process has none\. .*named in approvers\.yaml, .*under a passphrase/,
    );
    expect(code).toBe(2);
    expect(desk.bought()).toBe(0);
  });

  it("is given at a terminal, with the right total typed there and no other", async ({ skip }) => {
    if (noTerminal !== undefined) skip(noTerminal);
    const { approve, environment, total, off } = desk;
    const wrong = await atTerminal({ command: approve, environment }, [{ at: askTotal, text: off }]);
    expect(wrong).toMatchObject({ code: 2, shown: expect.stringContaining(`"${off}" is not the total`) });
    // The pipe says the total for ever; the person at the terminal breaks it off.
    const piped = await atTerminal({ command: `yes ${total} | ${approve}`, environment }, [
      { at: askTotal, text: "\u0003" },
    ]);
    expect(piped).toMatchObject({ code: 2, shown: expect.stringContaining("it was broken off") });
    expect(desk.bought()).toBe(0);
    const done = await atTerminal({ command: `yes no | ${approve} --json 2> /dev/null`, environment }, [
      { at: askTotal, text: total },
    ]);
    expect(done.shown).toContain("exactly this would be sent");
    expect(done.shown).toContain('"command": "approve"');
    expect(desk.bought()).toBe(1);
  });
});

it("makes a named approver's key under a passphrase, and puts an older one under it", async ({ skip }) => {
  if (noTerminal !== undefined) skip(noTerminal);
  using home = temporaryFolder();
  const file = (name: string) => join(home.path, name);
  const make = `flightdesk keys approver new kim --up-to '900,000 EUR' --out ${quoted(file("kim.key"))}`;
  const short = await atTerminal({ command: make }, [{ at: "or more: ", text: "short" }]);
  expect(short).toMatchObject({ code: 2, shown: expect.stringContaining("15 characters or more") });
  const twice = [
    { at: "or more: ", text: passphrase },
    { at: "The same again: ", text: passphrase },
  ];
  const made = await atTerminal({ command: make }, twice);
  expect(made.code, made.shown).toBe(0);
  expect(made.shown).not.toContain(passphrase);
  const key = readKeyFile(file("kim.key"), passphrase);
  expect(made.shown).toContain(publicKeyOf(key));
  expect(readFileSync(file("kim.key"), "utf8")).toMatch(/^-----BEGIN ENCRYPTED PRIVATE KEY/);

  makeKeyFile(file("old.key"));
  const before = publicKeyOf(readKeyFile(file("old.key")));
  const seal = `flightdesk keys approver passphrase ${quoted(file("old.key"))}`;
  expect((await atTerminal({ command: seal }, twice)).code).toBe(0);
  expect(publicKeyOf(readKeyFile(file("old.key"), passphrase))).toBe(before);
  expect(() => readKeyFile(file("old.key"))).toThrow();
});

it("takes a named approver from the inbox to an approval with a typed total and a key that a passphrase opens", async ({
  skip,
}) => {
  if (noTerminal !== undefined) skip(noTerminal);
  using keys = temporaryFolder();
  const key = join(keys.path, "kim.key");
  const open = join(keys.path, "open.key");
  makeKeyFile(key, passphrase);
  makeKeyFile(open);
  const publicKey = publicKeyOf(readKeyFile(key, passphrase));
  await using desk = await openWaiting(
    `approvers:\n  - name: kim\n    public_key: "${publicKey}"\n    up_to: "900,000 EUR"\n` +
      `  - name: robin\n    public_key: "${publicKeyOf(readKeyFile(open))}"\n    up_to: "900,000 EUR"\n` +
      'tiers:\n  - over: "1 EUR"\n    type_total: true\n',
  );
  const { environment, total } = desk;
  const approve = (file: string) => ({
    command: `${desk.approve} --approver-key ${quoted(file)}`,
    environment,
  });
  const right = { at: askTotal, text: total };
  const opening = { at: `Passphrase of ${key}: `, text: passphrase };
  expect(await withoutTerminal(approve(key))).toMatchObject({
    code: 2,
    shown: expect.stringContaining("this process has none"),
  });
  expect(await atTerminal({ command: desk.approve, environment }, [right])).toMatchObject({
    code: 1,
    shown: expect.stringContaining("sign with your own key"),
  });
  expect(await atTerminal(approve(open), [right])).toMatchObject({
    code: 2,
    shown: expect.stringContaining(`flightdesk keys approver passphrase ${open}`),
  });
  const wrong = await atTerminal(approve(key), [right, { ...opening, text: "another passphrase" }]);
  expect(wrong).toMatchObject({ code: 2, shown: expect.stringContaining("does not open") });
  expect(desk.bought()).toBe(0);
  const done = await atTerminal(approve(key), [right, opening]);
  expect(done.shown).toContain("exactly this would be sent");
  expect(done.shown).not.toContain(passphrase);
  expect(desk.bought()).toBe(1);
});
