import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { english } from "../../src/console/words/english.ts";
import { callOperation } from "../../src/desk/operations.ts";
import { openConsole } from "./open-console.ts";

const lee = { kind: "library", name: "lee" } as const;
const text = readFileSync("examples/brief-to-campaign/brief.yaml", "utf8").replace(
  "excluded_sellers: []",
  "excluded_sellers: [stotter-media.example]",
);

it("wants a plan decided before its first day, and shows it whole: days by line, a total, and what it buys alone", async () => {
  await using it_ = await openConsole({ askAbove: "1 EUR" });
  const brief = { name: "brief.yaml", text: text.replace("2027-01-18", "2027-01-08") };
  const { campaign } = await callOperation("run", it_.desk, { brief, execute: true }, lee);
  const { waiting, plans } = await callOperation("inbox", it_.desk, { campaign }, lee);
  const firstDay = "2027-01-08T00:00:00.000Z";
  expect([...waiting, ...plans].map(({ until }) => until)).toEqual(
    [...waiting, ...plans].map(() => firstDay),
  );
  const { name, value } = await it_.admit({ person: "dora", roles: ["approver"] });
  const answer = await fetch(`${it_.url}/console/plans/${campaign}`, {
    headers: { cookie: `${name}=${value}` },
  });
  const page = (await answer.text()).replaceAll("\u00a0", " ");
  expect(page).toContain(english.decision.dates("8 Jan 2027", "28 Feb 2027"));
  expect(page).toMatch(new RegExp(`<tfoot>[\\s\\S]*${english.terms.total}[\\s\\S]*EUR 250,000\\.00`));
  expect(page).not.toMatch(/decisions? waits? for a person/);
});
