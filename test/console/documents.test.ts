import { readFileSync } from "node:fs";
import { afterEach, beforeEach, expect, it } from "vitest";
import { english } from "../../src/console/words/english.ts";
import { letterheadOf } from "../../src/desk/files/report-files.ts";
import { callOperation } from "../../src/desk/operations.ts";
import { insertionOrders } from "../../src/report/documents/insertion-orders.ts";
import { type OpenConsole, openConsole } from "./open-console.ts";

const lee = { kind: "library", name: "lee" } as const;
const brief = readFileSync("examples/brief-to-campaign/brief.yaml", "utf8").replace(
  "excluded_sellers: []",
  "excluded_sellers: [stotter-media.example]",
);
const own = english.documents;
let it_: OpenConsole;
let cookie: string;

beforeEach(async () => {
  it_ = await openConsole();
  const { name, value } = await it_.admit({ person: "kim", roles: ["planner"] });
  cookie = `${name}=${value}`;
});
afterEach(() => it_?.[Symbol.asyncDispose]());

const plan = async (name: string) =>
  callOperation(
    "plan",
    it_.desk,
    { brief: { name: "brief.yaml", text: brief.replace("late winter", name) } },
    lee,
  );
const path = (campaign: string) => `${it_.url}/console/campaigns/${campaign}/documents`;
const open = async (campaign: string) => (await fetch(path(campaign), { headers: { cookie } })).text();
const plain = (text: string) =>
  text.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code))).replaceAll("\u00a0", " ");

/** The form's fields, filled in by `fill` where they are empty. */
function fieldsIn(html: string, fill: (name: string) => string = () => ""): Map<string, string> {
  const [, form = ""] = /<form class="act" method="post"([\s\S]*?)<\/form>/.exec(html) ?? [];
  const inputs = [...form.matchAll(/<input[^>]* name="([^"]*)"[^>]*>/g)].map(
    ([input, name = ""]) => [plain(name), plain(/ value="([^"]*)"/.exec(input)?.[1] ?? "")] as const,
  );
  return new Map(inputs.map(([name, value]) => [name, value || fill(name)]));
}

const send = async (campaign: string, fields: ReadonlyMap<string, string>) =>
  fetch(path(campaign), {
    method: "POST",
    redirect: "manual",
    headers: { cookie, origin: it_.url },
    body: new URLSearchParams([...fields]),
  });
const filling = (name: string) =>
  name.includes(".mail.") ? "jo@agency.com" : name === "term.payment_days" ? "30 days" : `my ${name}`;
const ordersOf = async (campaign: string) => {
  const { report } = await callOperation("report", it_.desk, { campaign }, lee);
  return insertionOrders(report, await letterheadOf(it_.desk));
};

it("asks in plain words for what orders lack, keeps it, and has it on the orders of this campaign and the next", async () => {
  const { campaign } = await plan("papers");
  const before = await open(campaign);
  for (const words of [own.whose.agency(), own.whose.client("acme.example"), own.field.contact])
    expect(plain(before)).toContain(words);
  expect(before).not.toMatch(/flightdesk\.yaml|orders\.|payment_days<|vat_id</);
  expect((await ordersOf(campaign)).every(({ missing = [] }) => missing.length > 0)).toBe(true);

  const sent = await send(campaign, fieldsIn(before, filling));
  expect(sent.headers.get("location")).toContain("saved");
  const after = await open(campaign);
  expect(after).toContain(own.lacking(0));
  expect(after).not.toContain(own.notReady);
  for (const { page, missing } of await ordersOf(campaign)) {
    expect(missing).toEqual([]);
    expect(page).toContain("30 days after the invoice");
    expect(page).toContain("invoices to my party.invoices_to.agency");
  }
  const another = await plan("next papers");
  expect(fieldsIn(await open(another.campaign)).get("party.name.agency")).toBe("my party.name.agency");
  expect((await ordersOf(another.campaign)).flatMap(({ missing }) => missing)).toEqual([]);
  const emptied = new Map([...fieldsIn(await open(another.campaign)), ["term.tax", " "]]);
  await send(another.campaign, emptied);
  expect(await open(another.campaign)).toContain(own.lacking(1));
});

it("says beside the field what cannot be taken, keeps what was typed, and saves nothing of it", async () => {
  const { campaign } = await plan("wrong papers");
  const given = new Map([
    ...fieldsIn(await open(campaign), filling),
    ["party.mail.agency", "jo at agency"],
    ["term.payment_days", "soon"],
    ["term.cancellation", "x".repeat(201)],
  ]);
  const answer = await send(campaign, given);
  expect(answer.status).toBe(409);
  const html = await answer.text();
  for (const [name, words] of [
    ["party.mail.agency", own.wrong.mail],
    ["term.payment_days", own.wrong.days],
    ["term.cancellation", own.wrong.other],
  ] as const) {
    const [, beside = ""] = new RegExp(`name="${name}"([\\s\\S]*?)</label>`).exec(html) ?? [];
    expect(plain(beside), name).toContain(words);
    expect(beside).toContain('aria-invalid="true"');
    expect(fieldsIn(html).get(name)).toBe(given.get(name));
  }
  expect(fieldsIn(html).get("party.name.agency")).toBe("my party.name.agency");
  expect(fieldsIn(await open(campaign)).get("party.name.agency")).toBe("");
});

it("leads a second click on a button to where the first one led, and nobody else", async () => {
  const { campaign } = await plan("twice");
  const fields = fieldsIn(await open(campaign), filling);
  const [first, second] = await Promise.all([send(campaign, fields), send(campaign, fields)]);
  expect([first.status, second.status]).toEqual([303, 303]);
  expect(second.headers.get("location")).toBe(first.headers.get("location"));
  const { name, value } = await it_.admit({ person: "ada", roles: ["planner"] });
  cookie = `${name}=${value}`;
  expect((await send(campaign, fields)).status).toBe(403);
});

it("leaves to the settings what they say, and shows it", async () => {
  const { campaign } = await plan("set papers");
  Object.assign(it_.desk.settings, { orders: { tax: "plus VAT <19 %>" } });
  const html = await open(campaign);
  expect(html).toContain("plus VAT &#60;19");
  expect(fieldsIn(html).has("term.tax")).toBe(false);
  await send(campaign, fieldsIn(html, filling));
  expect((await ordersOf(campaign)).flatMap(({ missing }) => missing)).toEqual([]);
});

it("shows the details to who only reads, and takes none", async () => {
  const { campaign } = await plan("read papers");
  const { name, value } = await it_.admit({ person: "vic", roles: ["viewer"] });
  cookie = `${name}=${value}`;
  expect(await open(campaign)).toContain(own.lacking(1).slice(-40));
  expect((await send(campaign, new Map())).status).toBe(403);
});
