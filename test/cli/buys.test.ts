import { readFileSync } from "node:fs";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { expect, it } from "vitest";
import { openStory, televised } from "../stories/story.ts";
import { flightdesk, temporaryFolder } from "./flightdesk.ts";

const ajv = new Ajv2020({ strict: false });
const schema = (name: string): ValidateFunction =>
  ajv.compile(JSON.parse(readFileSync(`schemas/${name}.schema.json`, "utf8")));
const listSchema = schema("buys-list-output");
const changeSchema = schema("buy-change-output");

interface Output {
  readonly status: string;
  readonly executed: boolean;
  readonly reason?: string;
  readonly differences: readonly { readonly what: string; readonly before: string; readonly after: string }[];
  readonly findings: readonly string[];
}

interface Listed {
  readonly seller: string;
  readonly mediaBuyId: string;
  readonly lines: readonly {
    readonly lineId: string;
    readonly packageId: string;
    readonly budget: { readonly minor: number; readonly currency: string };
  }[];
}

function valid<Value>(stdout: string, validate: ValidateFunction): Value {
  const value: unknown = JSON.parse(stdout);
  if (!validate(value)) throw new Error(JSON.stringify(validate.errors?.slice(0, 3)));
  // The published schema has just been asked.
  return value as Value;
}

it("lists what is bought and changes it: shown first, made with --execute, read back, and told in exit codes", async () => {
  await using story = await openStory({ brief: televised });
  await story.run();
  const { sandbox, home } = story;
  const desk = {
    FLIGHTDESK_HOME: home,
    FLIGHTDESK_TOKEN: sandbox.token,
    FLIGHTDESK_REGISTRY_URL: sandbox.registryUrl,
    FLIGHTDESK_GOVERNANCE_URL: sandbox.governanceUrl,
  };
  const buys = async (...words: string[]) => {
    const ended = await flightdesk(["buys", ...words, "--json"], desk);
    if (ended.stdout === "") throw new Error(ended.stderr);
    return { ...ended, output: valid<Output>(ended.stdout, changeSchema) };
  };
  const list = await flightdesk(["buys", "list", "--json"], desk);
  const { stdout: told } = await flightdesk(["buys", "list"], desk);
  expect(told).toContain("\n  2027-01-18 to 2027-02-28, UTC\n");
  expect(told).not.toMatch(/T00:00|pending_/);
  expect((await flightdesk(["status"], desk)).stdout).toMatch(/; waits for (a |the |another )/);
  const buy = valid<{ buys: Listed[] }>(list.stdout, listSchema).buys.find(
    ({ seller }) => seller === "harbour.example",
  );
  const [line] = buy?.lines ?? [];
  if (buy === undefined || line === undefined) throw new Error(list.stdout);
  const to = ["--to", `${Math.round(line.budget.minor * 0.8) / 100} ${line.budget.currency}`];

  const early = await buys("decrease", line.lineId, ...to, "--execute");
  expect(early).toMatchObject({
    code: 1,
    output: { status: "not-possible", reason: expect.stringMatching(/takes pause, cancel, sync_creatives/i) },
  });

  sandbox.advance(18);
  const dry = await buys("decrease", line.lineId, ...to);
  const differences = [{ what: `budget of ${line.packageId}` }];
  expect(dry).toMatchObject({ code: 0, output: { status: "planned", executed: false, differences } });
  const made = await buys("decrease", line.lineId, ...to, "--execute");
  expect(made, made.stderr).toMatchObject({
    code: 0,
    output: { status: "done", differences, findings: [], retained: [expect.anything()] },
  });
  const again = await buys("decrease", line.packageId, ...to, "--execute");
  expect(again).toMatchObject({ code: 0, output: { status: "unchanged" } });

  sandbox.faults.set("sales", { rules: [{ do: "ignore-updates" }] });
  const ignored = await flightdesk(["buys", "pause", buy.mediaBuyId, "--execute"], desk);
  expect(ignored.code).toBe(1);
  expect(ignored.stdout).toMatch(
    /NOT AS ASKED: harbour\.example agreed and did not do it: the status is active/,
  );
  sandbox.faults.set("sales", {});

  const words = ["cancel", buy.mediaBuyId, "--reason", "over", "--execute"];
  const canceled = await flightdesk(["buys", ...words], desk);
  expect(canceled.code, canceled.stderr).toBe(0);
  expect(canceled.stdout).toMatch(
    / {2}status {2}active -> canceled\n {2}BREAKS THE BRIEF: channel CTV would have [^\n]+\n {2}done\n {2}the seller reports .* as spent\n {2}Committed there is now EUR/,
  );
  const unknown = await flightdesk(["buys", "pause", "nobody/nothing"], desk);
  expect(unknown.code).toBe(2);
  expect(unknown.stderr).toContain(line.lineId);
});

it.each([
  [
    ["decrease", "x/y", "--to", "20,000"],
    /--to: "20,000" is not an amount of money; write for example "50,000 EUR"/,
  ],
  [["extend", "x/y", "--until", "2027-02-30"], /--until: "2027-02-30" is not a day/],
  [["cancel", "x/y"], /required option '--reason <text>'/],
  [["swap-creative", "x/y", "--creatives", "nowhere.yaml"], /nowhere\.yaml: there is no such file/],
])("buys %j is a usage error that says what is wrong", async (words, message) => {
  using home = temporaryFolder();
  const { code, stderr } = await flightdesk(["buys", ...words], { FLIGHTDESK_HOME: home.path });
  expect(code).toBe(2);
  expect(stderr).toMatch(message);
});
