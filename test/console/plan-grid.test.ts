import { readFileSync } from "node:fs";
import { afterEach, beforeEach, expect, it } from "vitest";
import { english } from "../../src/console/words/english.ts";
import { german } from "../../src/console/words/german.ts";
import { callOperation } from "../../src/desk/operations.ts";
import { number, text as sheetText } from "../../src/report/blocks/sheet.ts";
import { makeSheets } from "../../src/report/renderers/sheets.ts";
import { renderXlsx } from "../../src/report/renderers/xlsx.ts";
import { buysAt } from "../stories/story.ts";
import { type OpenConsole, openConsole } from "./open-console.ts";

const lee = { kind: "library", name: "lee" } as const;
const text = readFileSync("examples/brief-to-campaign/brief.yaml", "utf8").replace(
  "excluded_sellers: []",
  "excluded_sellers: [stotter-media.example]",
);
const own = english.grid;
let it_: OpenConsole;
let cookie: string;

beforeEach(async () => {
  it_ = await openConsole({ askAbove: "1 EUR" });
  const { name, value } = await it_.admit({ person: "kim", roles: ["planner"] });
  cookie = `${name}=${value}`;
});
afterEach(() => it_?.[Symbol.asyncDispose]());

interface Page {
  readonly status: number;
  readonly html: string;
  /** The form's fields as they stand in the page. */
  readonly fields: Map<string, string>;
}

async function pageOf(answer: Response): Promise<Page> {
  const html = await answer.text();
  const [, form = ""] = /<form class="act" method="post"([\s\S]*?)<\/form>/.exec(html) ?? [];
  const inputs = [...form.matchAll(/<input[^>]* name="([^"]*)"[^>]*>/g)];
  const fields = inputs.map(([input, name = ""]) => [
    plain(name),
    plain(/ value="([^"]*)"/.exec(input)?.[1] ?? ""),
  ]);
  return { status: answer.status, html, fields: new Map(fields as [string, string][]) };
}

function plain(text: string): string {
  return text.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
}

const path = (campaign: string) => `${it_.url}/console/campaigns/${campaign}/plan`;
const open = async (campaign: string, language = "en") =>
  pageOf(await fetch(path(campaign), { headers: { cookie, "accept-language": language } }));
const send = async (campaign: string, to: "/check" | "", fields: ReadonlyMap<string, string>) =>
  fetch(`${path(campaign)}${to}`, {
    method: "POST",
    redirect: "manual",
    headers: { cookie, origin: it_.url, "accept-language": "en" },
    body: new URLSearchParams([...fields]),
  });
const check = async (campaign: string, { fields }: Page, cells: Readonly<Record<string, string>>) =>
  pageOf(await send(campaign, "/check", withCells(fields, cells)));

function withCells(fields: Page["fields"], cells: Readonly<Record<string, string>>): Page["fields"] {
  return new Map([
    ...fields,
    ...Object.entries(cells).map(([line, cell]) => [`amount.${line}`, cell] as const),
  ]);
}

/** Makes it the plan, and waits until the page of the work says so. */
async function make(campaign: string, { fields }: Page, reason: string) {
  const answer = await send(campaign, "", new Map([...fields, ["reason", reason]]));
  if (answer.status !== 303) return pageOf(answer);
  const place = new URL(answer.headers.get("location") ?? "", it_.url);
  for (;;) {
    const html = await (await fetch(place, { headers: { cookie } })).text();
    if (html.includes(english.whatif.made)) return { status: 200, html, fields: new Map() };
    if (!html.includes(english.work.working)) throw new Error(html);
  }
}

const linesOf = async (campaign: string) =>
  (await callOperation("report", it_.desk, { campaign }, lee)).report.plan?.lines ?? [];
const begin = async (name: string) => {
  const brief = { name: "brief.yaml", text: text.replace("late winter", name) };
  return (await callOperation("run", it_.desk, { brief, execute: true }, lee)).campaign;
};
/** As `serve --sandbox` opens the desk. */
const simulateDays = () => {
  const { sandbox } = it_;
  Object.assign(it_.desk, {
    simulation: { now: () => sandbox.clock.now(), advance: (days: number) => sandbox.advance(days) },
  });
};
const video = "kiosk-exchange.example/kk_olv_outstream";
const screens = "metropol-screens.example/mp_programmatic";
const minorOf = async (campaign: string, id: string) =>
  (await linesOf(campaign)).find(({ lineId }) => lineId === id)?.amount.minor;

const amountIn = (cell: string) => Number(cell.replaceAll(",", ""));

it("takes amounts as planners type them, shows what they bring, and makes them the plan with a reason", async () => {
  const campaign = await begin("an edit that holds");
  const page = await open(campaign);
  expect(page.html).toContain(english.channel("olv"));
  expect(page.html).not.toContain(own.make);
  for (const spelling of ["37,000", "37.000", "37 000", "37'000.00", "EUR 37,000"]) {
    const { html } = await check(campaign, page, { [video]: spelling });
    expect(html, spelling).toContain(english.whatif.table);
    expect(html, spelling).toContain(">-909.82<");
    // What it costs of what the plan is made for, and the line's weeks as the plan spreads them.
    expect(html, spelling).toMatch(/<small>-\d\.\d.%<\/small>/);
    expect(html, spelling).toContain(">6,167<");
  }
  const inGerman = await open(campaign, "de");
  expect(inGerman.fields.get(`amount.${video}`)).toBe("37.909,82");
  expect(inGerman.html).toContain(german.grid.check);

  const checked = await check(campaign, page, { [video]: "37 000" });
  const another = withCells(checked.fields, { [video]: "36 000" });
  expect((await make(campaign, { ...checked, fields: another }, "less video")).html).toContain(own.unchecked);
  const again = await check(campaign, page, { [video]: "37 000" });
  const nameless = await make(campaign, again, " ");
  expect(nameless.status).toBe(409);
  expect(nameless.html).toContain(own.noReason);
  expect(nameless.fields.get(`amount.${video}`)).toBe("37 000");
  expect(await minorOf(campaign, video)).toBe(3_790_982);
  expect((await make(campaign, nameless, "less video, says the client")).status).toBe(200);
  expect(await minorOf(campaign, video)).toBe(3_700_000);
  const { report } = await callOperation("report", it_.desk, { campaign }, lee);
  expect(report.plan?.binding[0]).toBe("1 amount set by kim: less video, says the client");
  expect(buysAt(it_.sandbox)).toEqual([]);
});

it("moves a line's days within the flight, with what its offer has on them, and orders it so", async () => {
  const campaign = await begin("a line on its own days");
  const page = await open(campaign);
  const [first = "", last = ""] = [`start.${video}`, `end.${video}`].map((name) => page.fields.get(name));
  expect([first, last]).toEqual(["2027-01-18", "2027-02-28"]);
  for (const [start, end, why] of [
    ["2027-02-10", "2027-02-01", own.wrongDays.order],
    ["2027-01-10", last, own.wrongDays.outside],
    ["", last, own.wrongDays.unread],
  ] as const) {
    const wrong = await pageOf(
      await send(
        campaign,
        "/check",
        new Map([...page.fields, [`start.${video}`, start], [`end.${video}`, end]]),
      ),
    );
    expect(plain(wrong.html)).toContain(why);
    expect(wrong.fields.get(`start.${video}`)).toBe(start);
    expect(wrong.html).not.toContain(own.make);
  }
  const onDays = (start: string, end: string, amount: string) =>
    new Map([...page.fields, [`start.${video}`, start], [`end.${video}`, end], [`amount.${video}`, amount]]);
  // Three days have a fourteenth of what is forecast for the flight.
  const short = await pageOf(await send(campaign, "/check", onDays("2027-02-01", "2027-02-03", "37,000")));
  expect(plain(short.html)).toMatch(/more than EUR.[\d,.]+/);
  expect(short.html).toContain(own.notPossible);
  const checked = await pageOf(await send(campaign, "/check", onDays("2027-02-01", "2027-02-28", "20,000")));
  expect(checked.html).toContain(own.make);
  expect((await make(campaign, checked, "the spot is late")).status).toBe(200);
  const lines = await linesOf(campaign);
  const moved = lines.find(({ lineId }) => lineId === video);
  expect(moved?.flight).toEqual({ start: "2027-02-01", end: "2027-02-28" });
  expect(moved?.amount.minor).toBe(2_000_000);
  const { report } = await callOperation("report", it_.desk, { campaign }, lee);
  expect(report.plan?.binding[0]).toBe("1 amount and the days of 1 line set by kim: the spot is late");
  const again = await open(campaign);
  expect(again.fields.get(`start.${video}`)).toBe("2027-02-01");
  // Its days stay when something else is changed.
  const more = await check(campaign, again, { [screens]: "60,000" });
  expect((await make(campaign, more, "fewer screens")).status).toBe(200);
  expect((await linesOf(campaign)).find(({ lineId }) => lineId === video)?.flight?.start).toBe("2027-02-01");
  await callOperation("resume", it_.desk, { campaign }, lee);
  const { waiting } = await callOperation("inbox", it_.desk, { campaign }, lee);
  const order = waiting.find(({ seller }) => seller.startsWith("kiosk"));
  expect(order?.flight?.start.slice(0, 10)).toBe("2027-02-01");
  const bundle = JSON.stringify(await callOperation("export", it_.desk, { campaign }, lee));
  const { decisions } = await callOperation("replay", it_.desk, { bundle }, lee);
  expect(decisions.filter(({ same }) => !same)).toEqual([]);
});

it("takes a compared offer into the plan with an amount, held against the same limits", async () => {
  const campaign = await begin("another offer");
  const page = await open(campaign);
  const [, offered = ""] = /<select name="add">.*?<option value="([^"]+)"/.exec(page.html) ?? [];
  expect(offered).not.toBe("");
  const line = plain(offered).split("/").slice(0, 2).join("/");
  const adding = (amount: string, cells: Readonly<Record<string, string>> = {}) =>
    new Map([...withCells(page.fields, cells), ["add", plain(offered)], ["add-amount", amount]]);
  const unread = await pageOf(await send(campaign, "/check", adding("some")));
  expect(unread.html).toContain(own.unread("some"));
  expect(unread.fields.get(`amount.${line}`)).toBe("some");
  const over = await pageOf(await send(campaign, "/check", adding("9,000")));
  expect(plain(over.html)).toContain("more than the budget of");
  const checked = await pageOf(await send(campaign, "/check", adding("9,000", { [screens]: "56,000" })));
  expect(checked.html).toContain(own.make);
  expect((await make(campaign, checked, "the client likes it")).status).toBe(200);
  expect(await minorOf(campaign, line)).toBe(900_000);
  expect(await minorOf(campaign, screens)).toBe(5_600_000);
  // Whoever approves it sees whose these are.
  await callOperation("resume", it_.desk, { campaign }, lee);
  const decided = await fetch(`${it_.url}/console/plans/${campaign}`, { headers: { cookie } });
  const seen = plain(await decided.text()).replaceAll("\u00a0", " ");
  expect(seen).toContain("kim: the client likes it");
  expect(seen.split(english.decision.added)).toHaveLength(3);
  expect(seen).toContain(english.decision.setFrom("EUR 65,500.00"));
});

/** The plan's workbook as the console gives it, with other amounts and days of some lines, as a form with a file has it. */
async function workbookOf(
  campaign: string,
  edit: Readonly<Record<string, { readonly amount?: number; readonly start?: string }>>,
) {
  const { report } = await callOperation("report", it_.desk, { campaign }, lee);
  const sheets = makeSheets(report).map((one) => {
    if (one.name !== "plan") return one;
    const at = (title: string) => one.columns.findIndex((column) => column.title === title);
    const [id, amount, start] = ["Package id", "Amount (EUR)", "First day"].map(at);
    const rows = one.rows.map((row) => {
      const cell = row[id ?? -1];
      const own = cell?.type === "text" ? edit[cell.text] : undefined;
      const paid = own?.amount === undefined ? row : row.with(amount ?? -1, number(own.amount, 2));
      return own?.start === undefined ? paid : paid.with(start ?? -1, sheetText(own.start));
    });
    return { ...one, rows };
  });
  return new Blob([await renderXlsx(sheets)]);
}

async function handIn(campaign: string, fields: ReadonlyMap<string, string>, file: Blob, name = "plan.xlsx") {
  const body = new FormData();
  for (const [field, value] of fields) if (field !== "workbook") body.append(field, value);
  body.append("workbook", file, name);
  const headers = { cookie, origin: it_.url, "accept-language": "en" };
  return pageOf(
    await fetch(`${path(campaign)}/check`, { method: "POST", redirect: "manual", headers, body }),
  );
}

it("takes the edited workbook of the plan, shows before and after, and makes it the plan with a reason", async () => {
  const campaign = await begin("an edited workbook");
  const page = await open(campaign);
  expect(page.html).toContain(own.workbook.field);
  const same = await handIn(campaign, page.fields, await workbookOf(campaign, {}));
  expect(same.html).toContain(own.workbook.same);
  const edit = { [video]: { amount: 37_000, start: "2027-02-01" }, [screens]: { amount: 60_000 } };
  const checked = await handIn(campaign, page.fields, await workbookOf(campaign, edit));
  const seen = plain(checked.html).replaceAll("\u00a0", " ");
  const table = seen.slice(seen.indexOf(english.change.beforeAfter));
  expect(table).toMatch(/EUR 65,500\.00[\s\S]*?EUR 60,000\.00/);
  expect(table).toMatch(/EUR 37,909\.82[\s\S]*?18 Jan[\s\S]*?EUR 37,000\.00[\s\S]*?1 Feb/);
  expect(await minorOf(campaign, video)).toBe(3_790_982);
  expect((await make(campaign, checked, "back from the client")).status).toBe(200);
  expect(await minorOf(campaign, video)).toBe(3_700_000);
  expect(await minorOf(campaign, screens)).toBe(6_000_000);
  expect((await linesOf(campaign)).find(({ lineId }) => lineId === video)?.flight).toEqual({
    start: "2027-02-01",
    end: "2027-02-28",
  });
});

it("says of a workbook what cannot be taken, and keeps what was typed", async () => {
  const campaign = await begin("a workbook with faults");
  const page = await open(campaign);
  const typedIn = withCells(page.fields, { [video]: "37,000" });
  const others = await workbookOf(await begin("another campaign's workbook"), {});
  for (const [file, name, why] of [
    [new Blob(["hello"]), "notes.xlsx", "notes.xlsx: this is not a workbook that can be read"],
    [others, "plan.xlsx", "it is the plan of"],
    [await workbookOf(campaign, { [screens]: { amount: -5 } }), "plan.xlsx", "-5 is not an amount"],
  ] as const) {
    const refused = await handIn(campaign, typedIn, file, name);
    expect(plain(refused.html).toLowerCase(), name).toContain(why);
    expect(refused.html).toContain(own.workbook.unread);
    expect(refused.html).not.toContain(own.make);
    expect(refused.fields.get(`amount.${video}`)).toBe("37,000");
  }
  const wrong = { [video]: { amount: 36_000 }, [screens]: { amount: 60_000, start: "2026-12-01" } };
  const partly = await handIn(campaign, page.fields, await workbookOf(campaign, wrong));
  expect(partly.html).toContain(own.workbook.partly);
  expect(plain(partly.html)).toContain("its days are not within the flight");
  expect(partly.fields.get(`amount.${video}`)).toBe("36,000");
  expect(partly.html).not.toContain(own.make);
  const over = await handIn(
    campaign,
    page.fields,
    await workbookOf(campaign, { [screens]: { amount: 80_000 } }),
  );
  expect(plain(over.html).replaceAll("\u00a0", " ")).toContain("EUR 102,000.00, more than EUR 87,500.00");
  expect(await minorOf(campaign, video)).toBe(3_790_982);
  const foreign = {
    method: "POST",
    headers: { cookie, origin: "https://elsewhere.example" },
    body: new FormData(),
  };
  expect((await fetch(`${path(campaign)}/check`, foreign)).status).toBe(403);
  // Its address opened again is the page itself.
  const again = await fetch(`${path(campaign)}/check`, { redirect: "manual", headers: { cookie } });
  expect(new URL(again.headers.get("location") ?? "", it_.url).href).toBe(path(campaign));
});

const inBursts =
  "flights:\n  - { start: 2027-01-18, end: 2027-01-31 }\n  - { start: 2027-02-08, end: 2027-02-28 }\n";

it("takes an added offer into the burst that was chosen, with its weeks in those of all lines", async () => {
  const brief = { name: "brief.yaml", text: text.replace("late winter", "one burst of two") + inBursts };
  const { campaign } = await callOperation("run", it_.desk, { brief, execute: true }, lee);
  const page = await open(campaign);
  expect(page.html).toContain(own.allBursts);
  const options = [...page.html.matchAll(/<option value="([^"/]+\/[^"]+)">/g)].map(([, id = ""]) =>
    plain(id),
  );
  const less = Object.fromEntries(
    [...page.fields].flatMap(([field, value]) =>
      field.startsWith(`amount.${screens}`) && value !== ""
        ? [[field.slice("amount.".length), english.figure(String(Math.round(amountIn(value) * 0.7)))]]
        : [],
    ),
  );
  for (const id of options) {
    const line = `${id.split("/").slice(0, 2).join("/")}/2027-02-08`;
    const adding = [
      ["add", id],
      ["burst", "2027-02-08"],
      ["add-amount", "6,000"],
    ] as const;
    const checked = await pageOf(
      await send(campaign, "/check", new Map([...withCells(page.fields, less), ...adding])),
    );
    expect(checked.fields.get(`amount.${line}`)).toBe("6,000");
    if (!checked.html.includes(own.make)) continue;
    const [, foot = ""] = /<tfoot><tr>(.*?)<\/tr>/.exec(checked.html) ?? [];
    const [, after = 0, , ...weeks] = [...foot.matchAll(/<td class="number[^"]*">([^<]*)</g)].map(
      ([, cell = ""]) => amountIn(plain(cell)),
    );
    expect(Math.abs(weeks.reduce((sum, week) => sum + week, 0) - after)).toBeLessThan(10);
    expect((await make(campaign, checked, "for the second burst")).status).toBe(200);
    const bought = (await linesOf(campaign)).filter(({ lineId }) => lineId.startsWith(line.slice(0, -11)));
    expect(bought.map(({ lineId, amount }) => [lineId, amount.minor])).toEqual([[line, 600_000]]);
    // What is in one burst can come into the other.
    expect(plain((await open(campaign)).html)).toContain(`<option value="${id}">`);
    return;
  }
  expect.fail("no offer could be added");
});

it.each([
  ["in one flight", ""],
  ["in bursts", inBursts],
])("plans the pricing option that a person picks, %s", async (name, bursts) => {
  const brief = { name: "brief.yaml", text: text.replace("late winter", name) + bursts };
  const { campaign } = await callOperation("run", it_.desk, { brief, execute: true }, lee);
  const page = await open(campaign);
  const offered = [...page.html.matchAll(/<option value="([^"]+)">([^<]*)</g)].map(
    ([, id = "", label = ""]) => ({
      id: plain(id),
      label: plain(label),
      line: plain(id).split("/").slice(0, 2).join("/"),
    }),
  );
  const options = offered.filter(({ line }) => offered.filter((one) => one.line === line).length > 1);
  expect(options.length).toBeGreaterThan(1);
  expect(new Set(options.map(({ label }) => label)).size).toBe(options.length);
  const seen: string[] = [];
  for (const { id, line } of options) {
    const before = await open(campaign);
    const least = Object.fromEntries(
      [...before.fields].flatMap(([field, value]) =>
        field.startsWith(`amount.${screens}`)
          ? [[field.slice("amount.".length), english.figure(String(Math.round(amountIn(value) * 0.6)))]]
          : [],
      ),
    );
    const adding = new Map([...withCells(before.fields, least), ["add", id], ["add-amount", "8,000"]]);
    const checked = await pageOf(await send(campaign, "/check", adding));
    if (!checked.html.includes(own.make)) {
      expect(plain(checked.html)).toMatch(/may not be bought: |gets EUR/);
      continue;
    }
    seen.push(id);
    // Its weeks are in those of all lines.
    const [, foot = ""] = /<tfoot><tr>(.*?)<\/tr>/.exec(checked.html) ?? [];
    const [, after = 0, , ...weeks] = [...foot.matchAll(/<td class="number[^"]*">([^<]*)</g)].map(
      ([, cell = ""]) => amountIn(plain(cell)),
    );
    expect(Math.abs(weeks.reduce((sum, week) => sum + week, 0) - after)).toBeLessThan(10);
    expect((await make(campaign, checked, "as picked")).status).toBe(200);
    const bought = (await linesOf(campaign)).filter(({ lineId }) => lineId.startsWith(line));
    expect(new Set(bought.map(({ offerId }) => offerId))).toEqual(new Set([id]));
    const withIt = await open(campaign);
    const none = Object.fromEntries(bought.map(({ lineId }) => [lineId, "0"]));
    expect((await make(campaign, await check(campaign, withIt, none), "not any more")).status).toBe(200);
  }
  expect(seen.length).toBeGreaterThan(1);
});

it("makes them the plan at a built-in sandbox as well", async () => {
  const campaign = await begin("an edit on simulated days");
  simulateDays();
  const checked = await check(campaign, await open(campaign), { [video]: "37,000" });
  expect((await make(campaign, checked, "less video")).status).toBe(200);
  expect(await minorOf(campaign, video)).toBe(3_700_000);
});

it("says beside the line which limit it breaks, and what was typed wrongly, and loses nothing", async () => {
  const campaign = await begin("an edit that breaks a limit");
  const page = await open(campaign);
  const checked = await check(campaign, page, { [screens]: "80,000", [video]: "many" });
  const [, row = ""] =
    new RegExp(`name="amount\\.${screens}"([\\s\\S]*?)name="amount`).exec(checked.html) ?? [];
  expect(row).toMatch(/^ value="80,000"[^>]* aria-invalid="true"/);
  expect(plain(row).replaceAll("\u00a0", " ")).toMatch(
    /Seller metropol-screens\.example gets EUR 102,000\.00, more than EUR 87,500\.00/,
  );
  expect(checked.html).toContain(own.unread("many"));
  expect(checked.fields.get(`amount.${video}`)).toBe("many");
  expect(checked.html).toMatch(/EUR.264,500\.00 is more than the budget of EUR.250,000\.00/);
  expect(checked.html).toContain(own.notPossible);
  expect(checked.html).not.toContain(own.make);
  const refused = await make(campaign, checked, "all the same");
  expect(refused.status).toBe(409);
  expect(refused.fields.get(`amount.${screens}`)).toBe("80,000");
  const { html } = await check(campaign, page, { [video]: "" });
  expect(html).toContain(own.unread(""));
  expect(html).not.toContain(own.make);
  expect(await minorOf(campaign, screens)).toBe(6_550_000);
});

it("says of each line that was set by hand what the planner gave it, also after another edit", async () => {
  const campaign = await begin("two edits");
  const first = await check(campaign, await open(campaign), { [video]: "37,000" });
  expect((await make(campaign, first, "less video")).status).toBe(200);
  const second = await check(campaign, await open(campaign), { [screens]: "65,000" });
  expect((await make(campaign, second, "fewer screens")).status).toBe(200);
  const set = (await linesOf(campaign)).flatMap(({ lineId, byHand }) => (byHand ? [lineId] : []));
  expect(set.toSorted()).toEqual([video, screens].toSorted());
  const before = (await linesOf(campaign)).find(({ lineId }) => lineId === video)?.byHand;
  expect(before?.minor).toBe(3_790_982);
});

it("is refused over a plan that has moved on, and shows what moved", async () => {
  const campaign = await begin("a base that moves");
  const checked = await check(campaign, await open(campaign), { [video]: "37,000" });
  const changes = [{ option: "without-seller" as const, value: "nordlicht.example" }];
  const { basis = "" } = await callOperation("what-if", it_.desk, { campaign, changes }, lee);
  await callOperation("replan", it_.desk, { campaign, basis, changes }, lee);
  const refused = await make(campaign, checked, "less video");
  expect(refused.status).toBe(409);
  expect(refused.html).toContain(own.stale);
  expect(refused.html).toContain(own.change("Programme sponsorship", "15,000", own.none));
  expect(refused.fields.get(`amount.${video}`)).toBe("37,000");
  const now = await check(campaign, refused, {});
  expect(now.html).not.toContain(own.moved);
});

it.each(["plan", "run"] as const)(
  "still asks whom the brief rules out once another plan was made, after `%s`",
  async (operation) => {
    const named = text
      .replace("late winter", `a name that nobody goes by, ${operation}`)
      .replace("excluded_sellers: [", "excluded_sellers: [Harbourside Tiles, ");
    const brief = { name: "brief.yaml", text: named };
    const { campaign } =
      operation === "run"
        ? await callOperation("run", it_.desk, { brief, execute: true }, lee)
        : await callOperation("plan", it_.desk, { brief }, lee);
    const overview = async () =>
      (await fetch(`${it_.url}/console/campaigns/${campaign}`, { headers: { cookie } })).text();
    const asked = "Harbourside Tiles: no seller that was found goes by it";
    expect(await overview()).toContain(asked);
    const checked = await check(campaign, await open(campaign), { [video]: "37,000" });
    expect((await make(campaign, checked, "less video")).status).toBe(200);
    expect(await overview()).toContain(asked);
  },
);

it("leads to the running buys once something is bought", async () => {
  const campaign = await begin("a campaign that is bought");
  const before = await check(campaign, await open(campaign), { [video]: "37,000" });
  const [step] = (await callOperation("inbox", it_.desk, { campaign }, lee)).waiting;
  const decision = { campaign, step: step?.stepId ?? "", seen: step?.seen ?? "" };
  await callOperation("approve", it_.desk, decision, lee);
  expect(buysAt(it_.sandbox)).toHaveLength(1);
  const page = await open(campaign);
  expect(page.html).toContain(own.fixed);
  expect(page.html).toContain(`/console/campaigns/${campaign}/live">${own.toLive}`);
  expect(page.fields).toEqual(new Map());
  expect((await make(campaign, before, "too late")).status).toBe(409);
});

it.each([
  ["at sellers", () => undefined],
  ["at a built-in sandbox", simulateDays],
])(
  "takes a plan that has not begun, which is then begun and bought as it was edited, %s",
  async (_at, prepare) => {
    prepare();
    const brief = { name: "brief.yaml", text: text.replace("late winter", "not begun") };
    const { campaign } = await callOperation("plan", it_.desk, { brief }, lee);
    for (const amount of ["37,500", "37,000"])
      expect(
        (await make(campaign, await check(campaign, await open(campaign), { [video]: amount }), amount))
          .status,
      ).toBe(200);
    const { basis = "", report } = await callOperation("report", it_.desk, { campaign }, lee);
    expect(report.plan?.binding[0]).toBe("1 amount set by kim: 37,000");
    const asked = it_.sandbox.calls.length;
    const begun = await callOperation("start-planned", it_.desk, { campaign, basis }, lee);
    expect(begun.campaign).toBe(campaign);
    expect(it_.sandbox.calls.slice(asked).map(({ task }) => task)).not.toContain("get_products");
    expect(await minorOf(campaign, video)).toBe(3_700_000);
    const { waiting } = await callOperation("inbox", it_.desk, { campaign }, lee);
    expect(waiting.find(({ seller }) => seller.startsWith("kiosk"))?.total?.minor).toBe(3_700_000);
    expect(waiting[0]?.requestedBy).toEqual(["lee", "kim"]);
    const bundle = JSON.stringify(await callOperation("export", it_.desk, { campaign }, lee));
    const { decisions } = await callOperation("replay", it_.desk, { bundle }, lee);
    expect(decisions.filter(({ same }) => !same)).toEqual([]);
    if (it_.desk.simulation === undefined) return;
    // The sellers of a built-in sandbox end with it: whoever plans the brief once more has a campaign of its own.
    const another = await callOperation("plan", it_.desk, { brief }, lee);
    expect(another.campaign).not.toBe(campaign);
    const again = await callOperation(
      "start-planned",
      it_.desk,
      { campaign: another.campaign, basis: another.basis ?? "" },
      lee,
    );
    expect(again.campaign).toBe(another.campaign);
  },
);

it("is read alone by whoever may not propose", async () => {
  const campaign = await begin("an edit that holds");
  const { name, value } = await it_.admit({ person: "vera", roles: ["viewer"] });
  const answer = await fetch(path(campaign), { headers: { cookie: `${name}=${value}` } });
  const { html, fields } = await pageOf(answer);
  expect(html).toContain(english.refused.role);
  expect(fields).toEqual(new Map());
});
