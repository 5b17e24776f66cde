import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readBrief } from "../../src/brief/reader/read-brief.ts";
import { flightdesk, temporaryFolder } from "../cli/flightdesk.ts";

const base = "acme.example, awareness, EUR 60,000 media budget, 1-28 February 2027, Ireland, display.";

async function read(text: string) {
  const reading = await readBrief({ text, fileName: "brief.txt", today: "2026-11-21" });
  if (!("draft" in reading) || reading.draft === undefined) throw new Error("no draft");
  return { draft: reading.draft, asked: reading.draft.questions.map(({ field }) => field) };
}

describe("what the reader cannot know is asked and not taken in silence", () => {
  const flight = "1-28 February 2027, Ireland, display";
  it.each([
    ["limits.max_cpm", `${base} Sellers have a floor price of EUR 8 CPM.`],
    ["limits.max_cpm", `${base} The minimum price there is 11 EUR CPM, so expect nothing cheaper.`],
    ["limits.max_cpm", `${base} Der Mindestpreis liegt bei 9 EUR TKP.`],
    ["kpi", `${base} We judge success by the number of people in our shops.`],
    ["kpi", `${base} Woran wir den Erfolg messen: möglichst viele Menschen im Laden.`],
    ["kpi", `${base} Success is when the phones ring.`],
    ["budget", `acme.example, awareness. Budget 2025: EUR 400k. Flight June 2027, Ireland, display.`],
    ["budget", `acme.example, awareness. Budget 2026: EUR 70,000. Budget 2027: open. ${flight}.`],
    [
      "budget",
      `acme.example, Bekanntheit. Mediabudget 2026: 70.000 EUR. Mediabudget 2027: noch offen. ${flight}.`,
    ],
    ["budget", `acme.example, notoriété. En 2026, nous avions 70 000 € de budget média. ${flight}.`],
    ["budget", `acme.example, bekendheid. In 2026 hadden we 70.000 euro mediabudget. ${flight}.`],
    [
      "budget",
      `acme.example, awareness, ${flight}.\n|  | 2026 | 2027 |\n| Media budget | EUR 70,000 | open |`,
    ],
    ["flight", base.replace("1-28 February 2027", "jun aug 2027")],
    ["flight", base.replace("1-28 February 2027", "June, then July and finally August 2027")],
    ["fees", `${base} Of which none is for the agency fee of 10%.`],
    ["fees", `${base} Davon sind keine Honorare (10 %) zu bezahlen.`],
    ["fees", `${base} Dont rien pour les honoraires d'agence de 10 %.`],
    ["fees", `${base} Varav inget till byråarvodet på 10 %.`],
    ["fees", `acme.example, awareness, EUR 320k net (gross 360k incl. 5 % fee), ${flight}.`],
    [
      "fees",
      `acme.example, Bekanntheit, 320.000 EUR netto (brutto 360.000 EUR inkl. 5 % Agenturhonorar), ${flight}.`,
    ],
    ["fees", `acme.example, awareness, ${flight}.\nNet: EUR 320,000\nGross: EUR 360,000 incl. 5% agency fee`],
    ["limits.max_cpm", `${base} Radio too. Max CPM 25 EUR for radio.`],
    ["limits.max_cpm", `${base} Auch Radio. Max. TKP für Radio 25 EUR.`],
    ["limits.max_sellers", `${base} Radio too. At most 3 sellers for radio.`],
    ["limits.max_share_per_seller", `${base} Radio too. No seller gets more than 40% of radio.`],
    ["frequency", `${base} Radio too. Frequency: 2 per week for radio.`],
    ["frequency_cap", `${base} Ook radio. Maximaal 3 contacten per week op radio.`],
    ["limits.max_cpm", `${base} We do not buy under EUR 9 CPM.`],
    ["limits.max_cpm", `${base} Unter 9 EUR TKP kaufen wir nichts.`],
    ["limits.max_cpm", `${base} Nada por debajo de un CPM de 9 EUR.`],
    ["limits.max_cpm", `${base} Nic poniżej CPM 9 EUR.`],
    ["countries", `${base} Unser Küchenchef hat in Italien gelernt.`],
    ["countries", `${base} Notre chef a appris son métier en Italie.`],
    ["limits.excluded_sellers", `${base}\nVendor | Status\nKiosk Exchange | do not buy`],
    ["limits.excluded_sellers", `${base}\nblacklist:\n  - kiosk exchange`],
    ["limits.excluded_sellers", `${base} Barred supplier: Trellis Ads`],
    ["fees", `acme.example, awareness, EUR 320k net, after 5% agency fee, ${flight}.`],
    ["fees", `acme.example, awareness, EUR 320k net less 5% agency fee, ${flight}.`],
    ["fees", `acme.example, awareness, net media EUR 320k, minus 5% agency fee, ${flight}.`],
    ["budget", `acme.example, awareness, Budżet z zeszłego roku: 60 000 EUR, ${flight}.`],
    ["budget", `acme.example, awareness, Budżet z ubiegłego roku: 60 000 EUR, ${flight}.`],
    ["budget", `acme.example, awareness, Budget dell'anno scorso: 60.000 EUR, ${flight}.`],
    ["budget", `acme.example, awareness, Budget vom letzten Jahr: 60.000 EUR, ${flight}.`],
    ["budget", `acme.example, awareness, Budget de l'an dernier : 60 000 EUR, ${flight}.`],
    ["budget", `acme.example, awareness, Presupuesto del año pasado: 60.000 EUR, ${flight}.`],
    ["budget", `acme.example, awareness, Budget van vorig jaar: 60.000 EUR, ${flight}.`],
    ["budget", `acme.example, awareness, Orçamento do ano passado: 60.000 EUR, ${flight}.`],
    ["budget", `acme.example, awareness, Förra årets budget: 60 000 EUR, ${flight}.`],
    ["budget", `acme.example, awareness, last year's budget: EUR 60,000, ${flight}.`],
    ["kpi", `${base} KPI: brand lift +4 pts.`],
    ["kpi", `${base}\ngoal: 2 leads per day per store.`],
    ["kpi", `${base} KPI : +4 points de notoriété assistée.`],
  ])("%s: %s", async (field, text) => {
    expect((await read(text)).asked).toContain(field);
  });

  it.each([
    ["jun jul aug 2027", "2027-06-01", "2027-08-31"],
    ["mei t/m juli 2027", "2027-05-01", "2027-07-31"],
    ["feb t.o.m. apr 2027", "2027-02-01", "2027-04-30"],
    ["June 2027 July August", "2027-06-01", "2027-08-31"],
    ["set out nov 2027", "2027-09-01", "2027-11-30"],
    ["maj cze lip 2027", "2027-05-01", "2027-07-31"],
    ["June to August 2027", "2027-06-01", "2027-08-31"],
  ])("reads all months of %s", async (months, start, end) => {
    const { draft } = await read(base.replace("1-28 February 2027", months));
    expect([draft.flightStart?.value, draft.flightEnd?.value]).toEqual([start, end]);
  });

  it.each(["Sperrliste", "Zwarte lijst"])(
    "takes what stands behind the label %s as excluded",
    async (label) => {
      const { draft } = await read(`${base}\n${label}: Kiosk Exchange`);
      expect(draft.excludedSellers.map(({ value }) => value)).toEqual(["Kiosk Exchange"]);
    },
  );

  it("keeps a domain on a block list as an exclusion", async () => {
    const { draft, asked } = await read(`${base} trellis-ads.example is on our block list.`);
    expect(draft.excludedSellers.map(({ value }) => value)).toEqual(["trellis-ads.example"]);
    expect(asked).not.toContain("brand.domain");
  });

  it.each([
    base,
    `${base} Budget 2027 as signed off.`,
    `${base} Including an agency fee of 10 %.`,
    `${base} CPM at most EUR 9.`,
    `${base} No CPM above EUR 9.`,
    `${base} TKP unter 9 EUR.`,
    `${base} CPM moins de 9 EUR.`,
    `acme.example, awareness, EUR 320k net, ${flight}.`,
    `acme.example, awareness, EUR 60,000 media budget, 1-28 February 2027, display. We run in Italy.`,
    `acme.example, awareness, EUR 60,000 media budget, 1-28 February 2027, display. Nous diffusons en Italie.`,
    `${base} Preferred sellers: Kiosk Exchange, Trellis Ads.`,
    `${base} KPI: CTR 0.4%`,
    `${base} KPI: reach of 2,000,000`,
  ])("asks nothing of: %s", async (text) => {
    expect((await read(text)).asked.filter((field) => field !== "name")).toEqual([]);
  });
});

it("plan refuses a text while it is open who is not to be bought from, and names the question", async () => {
  using folder = temporaryFolder();
  const file = join(folder.path, "brief.txt");
  writeFileSync(
    file,
    `Campaign: Spring\n${base.replace("2027", "2099")}\nVendor | Status\nKiosk Exchange | do not buy`,
  );
  const refused = await flightdesk(["plan", file, "--sandbox"]);
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain('limits.excluded_sellers: The brief seems to rule out: "Kiosk Exchange"');
});
