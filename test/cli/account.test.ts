import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { readSheet } from "read-excel-file/universal";
import { expect, it } from "vitest";
import type { Statement } from "../../src/report/account/statement-schema.ts";
import { openStory } from "../stories/story.ts";
import { flightdesk } from "./flightdesk.ts";

const ajv = new Ajv2020({ strict: false });

/** The one document on standard output, held against its published schema. */
function valid<Value>(text: string, schema: string): Value {
  const validate = ajv.compile(JSON.parse(readFileSync(`schemas/${schema}.schema.json`, "utf8")));
  const value: unknown = JSON.parse(text);
  if (!validate(value)) throw new Error(JSON.stringify(validate.errors?.slice(0, 3)));
  // The published schema has just been asked.
  return value as Value;
}

it("lists what is missing, drafts the claim, notes a makeGood, writes the statement and shows sellers' records", async () => {
  await using story = await openStory();
  await story.run();
  story.sandbox.advance(1);
  await story.run();
  story.sandbox.faults.set("sales", {
    rules: [{ do: "restate", factor: 0.5, task: "get_media_buy_delivery" }],
  });
  story.sandbox.advance(30);
  await story.run();
  const { sandbox, home } = story;
  const desk = {
    FLIGHTDESK_HOME: home,
    FLIGHTDESK_TOKEN: sandbox.token,
    FLIGHTDESK_REGISTRY_URL: sandbox.registryUrl,
    FLIGHTDESK_GOVERNANCE_URL: sandbox.governanceUrl,
  };
  const run = async (...words: string[]) => {
    const ended = await flightdesk(words, desk);
    if (ended.code !== 0) throw new Error(ended.stderr);
    return ended.stdout;
  };

  const { claims } = valid<{ claims: { lineId: string; owed: number; claim?: string }[] }>(
    await run("claims", "list", "--json"),
    "claims-output",
  );
  const [first] = claims.filter(({ claim }) => claim !== undefined);
  if (first === undefined) throw new Error("no seller owes anything");
  expect(await run("claims", "list")).toContain(`${first.lineId}: will under-deliver by`);
  expect(await run("claims", "show", first.lineId)).toBe(first.claim);
  expect(await flightdesk(["claims", "show", "nothing"], desk)).toMatchObject({ code: 2 });

  const makeGood = ["claims", "make-good", first.lineId, "--impressions", "1,000", "--until", "2027-02-28"];
  expect(valid(await run(...makeGood, "--json"), "make-good-output")).toMatchObject({ recorded: false });
  expect(await run(...makeGood, "--execute")).toContain(`noted: 1,000 impressions of ${first.lineId}`);
  expect(await run(...makeGood, "--execute")).toContain("noted before");
  expect(await run("claims", "list")).toContain("granted: 1,000 impressions until 2027-02-28");

  const paths = (await run("statement", "--month", "2027-01", "--format", "xlsx,md,json")).trim().split("\n");
  const [xlsx = "", md = "", json = ""] = paths;
  expect(xlsx).toBe(join(home, "statements", "statement-2027-01.xlsx"));
  const statement = valid<Statement>(readFileSync(json, "utf8"), "statement");
  const [, ...rows] = await readSheet(new Blob([new Uint8Array(readFileSync(xlsx))]), "statement 2027-01");
  expect(rows).toHaveLength(statement.rows.length);
  expect(readFileSync(md, "utf8")).toContain("# Statement for 2027-01");
  expect(await flightdesk(["statement", "--month", "January"], desk)).toMatchObject({ code: 2 });

  const all = valid<{ sellers: { sellerId: string }[] }>(
    await run("sellers", "show", "--json"),
    "sellers-output",
  );
  expect(all.sellers.length).toBeGreaterThan(3);
  expect(await run("sellers", "show", "nordlicht.example")).toMatch(
    /^nordlicht\.example \(1 buy, 1 campaign; .*\n {2}answered 1 of 1 call for offers/,
  );
  expect(await flightdesk(["sellers", "show", "nobody.example"], desk)).toMatchObject({ code: 2 });
});
