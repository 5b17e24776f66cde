import { parse } from "csv-parse/sync";
import readSheets from "read-excel-file/node";
import { extractText } from "unpdf";
import { campaignText, statusText, todayText } from "../../../src/cli/text/status.ts";
import { stateNamed } from "../../../src/desk/campaigns.ts";
import { type ReportFormat, reportFiles } from "../../../src/desk/files/report-files.ts";
import { type AnswerOf, callOperation } from "../../../src/desk/operations.ts";
import { stages } from "../../../src/report/contents.ts";
import { renderStage } from "../../../src/report/renderers/terminal.ts";
import { tools } from "../../../src/tools/tools.ts";
import { type MidFlight, person } from "../../desk/mid-flight.ts";
import { openPages } from "./campaign-in-flight.ts";
import { asKnownHere, major, type Shown, shownAs, sum, textOfPage, wordsOf } from "./figures-shown.ts";

type Report = AnswerOf<"report">["report"];
type Today = AnswerOf<"today">["campaigns"][number];
type Live = AnswerOf<"live">["campaigns"][number];
type Value = number | string;

export const doors = [
  "report",
  "live",
  "status",
  "terminal",
  "html",
  "pdf",
  "md",
  "xlsx",
  "csv",
  "console",
  "tools",
] as const;
export type Door = (typeof doors)[number];

/** What every door was asked at one instant. */
interface Answers {
  readonly report: Report;
  readonly today: Today;
  readonly live: Live;
  readonly status: AnswerOf<"status">;
}

export interface AtDoors {
  readonly figures: ReadonlyMap<string, Value>;
  readonly shown: Readonly<Record<Door, readonly Shown[]>>;
}

/** Each figure of a campaign from one place, and all that the doors show of them. */
export async function figuresAtDoors(flight: MidFlight): Promise<AtDoors> {
  const { desk, campaign } = flight;
  const { report } = await callOperation("report", desk, { campaign }, person);
  const status = await callOperation("status", desk, {}, person);
  const [today] = (await callOperation("today", desk, { campaign }, person)).campaigns;
  const [live] = (await callOperation("live", desk, { campaign }, person)).campaigns;
  if (today === undefined || live === undefined) throw new Error("the campaign does not run");
  const answers = { report, today, live, status };
  const names = new Map(
    (report.plan?.lines ?? []).map(({ lineId, product, sellerId }) => [lineId, { product, sellerId }]),
  );
  const words = (text: string, of: readonly Pattern[]) => inWords(text, of, names);
  const file = async (format: ReportFormat) => (await reportFiles(report, format))[0]?.content ?? "";
  const printed = await extractText(new Uint8Array(Buffer.from(await file("pdf"))), { mergePages: true });
  return {
    figures: figuresOf(answers),
    shown: {
      report: inReport(answers),
      live: inLive(answers),
      status: inStatus(answers),
      terminal: words(await terminalOf(flight, answers), terminalPatterns),
      html: words(textOfPage(String(await file("html"))), reportPatterns),
      pdf: words(asKnownHere(printed.text, report), reportPatterns),
      md: words(
        String(await file("md"))
          .replaceAll(/\\(.)/g, "$1")
          .replaceAll(/^- ([A-Z][^:|]+): /gm, "$1 ")
          .replaceAll(/[*|]|[-:]{3,}/g, " "),
        reportPatterns,
      ),
      xlsx: inSheets(await workbookOf(Buffer.from(await file("xlsx")))),
      csv: inSheets(
        (await reportFiles(report, "csv")).map(({ name = "", content }) => ({
          name,
          rows: parse<Row>(String(content), { bom: true, columns: true }),
        })),
      ),
      console: words(await consoleOf(flight, live), consolePatterns),
      tools: await inTools(flight, names),
    },
  };
}

/** What each figure is. Those of a line are named after it, those of the campaign `all`. */
function figuresOf({ report, today, live }: Answers): ReadonlyMap<string, Value> {
  const figures = new Map<string, Value>();
  const set = (of: string, own: Readonly<Record<string, Value | undefined>>) => {
    for (const [name, value] of Object.entries(own)) figures.set(`${of}: ${name}`, value ?? "none");
  };
  const packages = report.delivery.buys.flatMap((buy) => buy.packages);
  for (const line of today.lines) {
    const planned = report.plan?.lines.find(({ lineId }) => lineId === line.lineId);
    const own = packages.find(({ lineId }) => lineId === line.lineId);
    if (planned === undefined || own === undefined) throw new Error(`nothing of ${line.lineId}`);
    const { amount, expectedImpressions = 0, changed } = planned;
    const now = {
      amount: changed?.amount ?? amount,
      impressions: changed?.expectedImpressions ?? expectedImpressions,
    };
    set(line.lineId, {
      "planned amount": major(amount),
      "planned share": planned.share,
      "planned impressions": expectedImpressions,
      "planned CPM": (major(amount) * 1000) / expectedImpressions,
      signed: major(line.signed),
      "current amount": major(now.amount),
      "current impressions": now.impressions,
      "current CPM": (major(now.amount) * 1000) / now.impressions,
      current: major(line.budget),
      spent: major(line.spent),
      due: major(line.due),
      pace: line.pace,
      impressions: own.impressions,
      clicks: own.clicks,
      "delivered CPM": (major(own.spend) * 1000) / (own.impressions ?? 0),
      "days left": line.daysLeft,
      "last day": line.end,
      needed: line.neededADay && major(line.neededADay),
      yesterday: major(line.yesterday),
      landing: line.landing && major(line.landing),
      idle: today.idle.find(({ lineId }) => lineId === line.lineId) ? leftOf(line) : undefined,
      paused: line.status === "paused" ? "yes" : "no",
    });
  }
  const { money: amounts } = report.headline;
  const { target, planned, asPlanned } = report.answer ?? {};
  const gross = report.brief?.gross;
  if (amounts === undefined || planned === undefined || gross === undefined)
    throw new Error("nothing is planned");
  const impressions = sum(packages.map((own) => own.impressions ?? 0));
  const lineNow = (of: (line: NonNullable<Report["plan"]>["lines"][number]) => number) =>
    sum((report.plan?.lines ?? []).map(of));
  const currentAmount = lineNow(({ amount, changed }) => major(changed?.amount ?? amount));
  const currentImpressions = lineNow(
    (line) => line.changed?.expectedImpressions ?? line.expectedImpressions ?? 0,
  );
  const plannedImpressions = lineNow(({ expectedImpressions = 0 }) => expectedImpressions);
  set("all", {
    gross: major(gross.total),
    fees: sum(gross.fees.map(({ amount }) => major(amount))),
    budget: major(amounts.budget),
    planned: major(amounts.planned),
    committed: major(amounts.committedSpend),
    "in doubt": major(amounts.inDoubt),
    unallocated: major(amounts.unallocated),
    signed: sum(today.lines.map(({ signed }) => major(signed))),
    current: major(today.budget),
    "current amount": currentAmount,
    spent: major(today.spent),
    due: major(today.due),
    pace: today.pace,
    needed: major(today.neededADay),
    yesterday: major(today.yesterday),
    idle: major(today.idleMoney),
    "day of flight": today.day,
    "days of flight": today.days,
    target: target?.target,
    "planned impressions": plannedImpressions,
    "planned of target": (asPlanned ?? planned).share,
    "current impressions": currentImpressions,
    "current of target": planned.share,
    "planned CPM": (major(amounts.planned) * 1000) / plannedImpressions,
    "current CPM": (currentAmount * 1000) / currentImpressions,
    impressions,
    clicks: sum(packages.map((own) => own.clicks ?? 0)),
    "delivered CPM": (major(today.spent) * 1000) / impressions,
    decisions: today.decide.length,
    lines: live.lines.length,
  });
  return figures;
}

const leftOf = ({ budget, spent }: Today["lines"][number]) =>
  major(budget) - (spent === undefined ? 0 : major(spent));
const exact = (of: string, name: string, value: Value | undefined): Shown[] =>
  value === undefined ? [] : [{ figure: `${of}: ${name}`, value, within: 1e-6 }];
const amountOf = (
  of: string,
  name: string,
  value: { readonly minor: number; readonly currency: string } | undefined,
) => (value === undefined ? [] : exact(of, name, major(value)));

/** Places of the report's JSON beside those above. */
function inReport({ report }: Answers): Shown[] {
  const { headline, answer, plan, delivery, reconciliation } = report;
  const lines = (reconciliation?.lines ?? []).flatMap(
    ({ lineId, planned, ordered, due, reported, period }) => [
      amountOf(lineId, "signed", planned.budget),
      exact(lineId, "planned impressions", planned.impressions),
      amountOf(lineId, "current", ordered.budget),
      exact(lineId, "current impressions", ordered.impressions),
      amountOf(lineId, "due", due.spend),
      amountOf(lineId, "spent", reported.spend),
      exact(lineId, "impressions", reported.impressions),
      exact(lineId, "last day", period.end),
    ],
  );
  const changed = (plan?.lines ?? []).flatMap(({ lineId, budget, changed: now }) =>
    amountOf(lineId, "current", now?.budget ?? budget),
  );
  const days = delivery.buys.flatMap(({ daily }) => daily);
  const { money: amounts } = headline;
  const bySeller = amounts?.bySeller ?? [];
  const { planned, asPlanned } = answer ?? {};
  const about = (name: string, value: number | undefined) =>
    value === undefined ? [] : [{ figure: `all: ${name}`, value, within: value / 1000 }];
  return [
    ...lines.flat(),
    ...changed,
    ...amountOf("all", "spent", amounts?.spent),
    ...exact("all", "spent", sum(days.map(({ spend }) => (spend === undefined ? 0 : major(spend))))),
    ...exact("all", "due", sum(delivery.buys.map((buy) => major(buy.planned.spend)))),
    ...exact("all", "impressions", sum(days.map((day) => day.impressions ?? 0))),
    ...exact("all", "committed", sum(bySeller.map(({ committedSpend }) => major(committedSpend)))),
    ...exact("all", "in doubt", sum(bySeller.map(({ inDoubt }) => major(inDoubt)))),
    ...amountOf("all", "planned", plan?.total),
    ...about("planned impressions", (asPlanned ?? planned)?.impressions.mid),
    ...about("current impressions", planned?.impressions.mid),
    ...exact(
      "all",
      "current CPM",
      planned?.cpm === undefined ? undefined : Math.round(planned.cpm * 1e4) / 1e6,
    ).map((one) => ({ ...one, within: 0.01 })),
  ];
}

function inLive({ live }: Answers): Shown[] {
  const lines = live.lines.flatMap((line) => [
    amountOf(line.lineId, "signed", line.signed),
    amountOf(line.lineId, "current", line.current),
    amountOf(line.lineId, "spent", line.spent),
    amountOf(line.lineId, "due", line.due),
    exact(line.lineId, "pace", line.pace?.share),
    exact(line.lineId, "impressions", line.delivered?.impressions),
    exact(line.lineId, "clicks", line.delivered?.clicks),
    exact(line.lineId, "delivered CPM", line.delivered?.cpm && line.delivered.cpm.minor / 100),
    exact(line.lineId, "days left", line.daysLeft),
    exact(line.lineId, "last day", line.end),
    amountOf(line.lineId, "needed", line.needed),
    amountOf(line.lineId, "yesterday", line.yesterday),
    amountOf(line.lineId, "landing", line.landing),
    amountOf(line.lineId, "idle", line.idle),
    exact(line.lineId, "paused", line.runs === "paused" ? "yes" : "no"),
  ]);
  const totals = live.totals.flatMap((total) => [
    amountOf("all", "signed", total.signed),
    amountOf("all", "current", total.current),
    amountOf("all", "spent", total.spent),
    amountOf("all", "due", total.due),
    exact("all", "pace", total.pace?.share),
    amountOf("all", "needed", total.needed),
    amountOf("all", "yesterday", total.yesterday),
    amountOf("all", "idle", total.idle),
  ]);
  return [
    ...lines.flat(),
    ...totals.flat(),
    ...exact("all", "impressions", live.delivered?.impressions),
    ...exact("all", "clicks", live.delivered?.clicks),
    ...exact("all", "delivered CPM", live.delivered?.cpm && live.delivered.cpm.minor / 100),
    ...exact("all", "day of flight", live.flight?.day),
    ...exact("all", "days of flight", live.flight?.days),
  ];
}

function inStatus({ status }: Answers): Shown[] {
  return status.campaigns.flatMap(({ pacing, budgetReconciliation: money, waiting }) => [
    ...pacing.flatMap(({ budget, planned, spent }) => [
      ...amountOf("all", "current", budget),
      ...amountOf("all", "due", planned),
      ...amountOf("all", "spent", spent),
    ]),
    ...amountOf("all", "budget", money?.budget),
    ...amountOf("all", "committed", money?.committedSpend),
    ...amountOf("all", "in doubt", money?.inDoubt),
    ...amountOf("all", "unallocated", money?.unallocated),
    ...exact("all", "decisions", waiting.filter(({ type }) => type === "person").length),
  ]);
}

type Row = Readonly<Record<string, string>>;
interface Sheet {
  readonly name: string;
  readonly rows: readonly Row[];
}

async function workbookOf(file: Buffer): Promise<Sheet[]> {
  return (await readSheets(file)).map(({ sheet: name, data: [titles = [], ...rows] }) => ({
    name,
    rows: rows.map((row) => Object.fromEntries(titles.map((title, i) => [String(title), wordsOf(row[i])]))),
  }));
}

function inSheets(sheets: readonly Sheet[]): Shown[] {
  const rowsOf = (name: string) => sheets.find((one) => one.name === name)?.rows ?? [];
  const digits = (figure: string, text: string | undefined, within = 1e-6): Shown[] =>
    text === undefined || text === ""
      ? []
      : [{ figure, value: /^\d{4}-/.test(text) ? text : Number(text), within }];
  const lines = rowsOf("plan").filter((row) => row["Package id"] !== "");
  const summary = (what: string) => rowsOf("summary").find((row) => row["What"] === what)?.["Figure"];
  const flowchart = (isWanted: (title: string) => boolean) =>
    String(
      sum(
        rowsOf("flowchart")
          .filter((row) => row["Channel"] !== "All")
          .flatMap((row) => Object.entries(row).map(([title, text]) => (isWanted(title) ? Number(text) : 0))),
      ),
    );
  return [
    ...lines.flatMap((row) => {
      const of = (name: string) => `${row["Package id"] ?? ""}: ${name}`;
      return [
        ...digits(of("planned amount"), row["Amount (EUR)"]),
        ...digits(of("planned share"), row["Share"], 0.00005),
        ...digits(of("planned impressions"), row["Expected impressions"]),
        ...digits(of("planned CPM"), row["CPM (EUR)"], 0.005001),
        ...digits(of("current amount"), row["Current (EUR)"] ?? row["Amount (EUR)"]),
        ...digits(of("current impressions"), row["Current impressions"] ?? row["Expected impressions"]),
        ...digits(of("current"), row["Budget at the seller"]),
        ...digits(of("last day"), row["Last day"]),
      ];
    }),
    ...digits(
      "all: current amount",
      flowchart((title) => /^(Amount|Current) \(EUR\)$/.test(title)),
      0.001,
    ),
    ...digits(
      "all: current amount",
      flowchart((title) => title.startsWith("From ")),
      0.001,
    ),
    ...digits(
      "all: current impressions",
      flowchart((title) => title.endsWith("impressions")),
    ),
    ...digits("all: gross", summary("Gross: the client pays")),
    ...digits("all: fees", summary("Less agency fee")),
    ...digits("all: budget", summary("For media")),
    ...digits("all: planned", summary("Planned")),
    ...digits("all: planned impressions", summary("Expected impressions")),
    ...digits("all: planned of target", summary("Part of the target"), 0.00005),
    ...digits("all: planned CPM", summary("CPM"), 0.005001),
    ...digits("all: current amount", summary("Current") ?? summary("Planned")),
    ...digits("all: current impressions", summary("Current impressions") ?? summary("Expected impressions")),
    ...digits(
      "all: current of target",
      summary("Current part of the target") ?? summary("Part of the target"),
      0.00005,
    ),
    ...digits("all: committed", summary("Committed")),
    ...digits("all: in doubt", summary("In doubt")),
    ...digits("all: spent", summary("Spent")),
    ...digits("all: unallocated", summary("Unallocated")),
    ...digits(
      "all: impressions",
      String(sum(rowsOf("delivery").map((row) => Number(row["Impressions"] || 0)))),
    ),
    ...digits("all: clicks", String(sum(rowsOf("delivery").map((row) => Number(row["Clicks"] || 0))))),
    ...digits("all: spent", String(sum(rowsOf("delivery").map((row) => Number(row["Spend"] || 0)))), 0.001),
  ];
}

/** Everything that a model gets of the campaign by tools. */
async function inTools({ desk, campaign }: MidFlight, names: Names): Promise<Shown[]> {
  const ask = async (name: string, given: Record<string, unknown> = {}) => {
    const tool = tools.find((one) => one.name === name);
    if (tool === undefined) throw new Error(`there is no tool ${name}`);
    const input = tool.input.parse({ campaign_id: campaign, ...given });
    return tool.run(desk, input, { kind: "mcp", name: "a host", person: "sam" });
  };
  const shown = (of: string, row: unknown, named: Readonly<Record<string, string>>): Shown[] =>
    Object.entries(row as Record<string, Value | boolean | undefined>).flatMap(([field, value]) => {
      const name = named[field];
      if (name === undefined || value === undefined) return [];
      if (typeof value === "boolean") return exact(of, name, value ? "yes" : "no");
      return typeof value === "number" ? exact(of, name, value) : [shownAs(`${of}: ${name}`, value)];
    });
  const delivered = {
    spent: "spent",
    due: "due",
    pace: "pace",
    impressions: "impressions",
    clicks: "clicks",
    cpm: "delivered CPM",
    signed: "signed",
    ordered: "current",
  };
  const delivery = await ask("delivery");
  const bySeller = await ask("delivery", { by: "seller" });
  const buys = await ask("list_buys");
  const { campaigns } = (await ask("campaign_status")) as {
    readonly campaigns: readonly Record<string, string>[];
  };
  const [one = {}] = campaigns;
  const rows = (answer: Readonly<Record<string, unknown>>, of: "rows" | "totals") =>
    answer[of] as readonly Record<string, Value>[];
  return [
    ...rows(delivery, "rows").flatMap((row) => shown(String(row["untrusted_line"]), row, delivered)),
    ...rows(delivery, "totals").flatMap((row) => shown("all", row, delivered)),
    ...rows(bySeller, "totals").flatMap((row) => shown("all", row, delivered)),
    ...exact("all", "lines", Number(delivery["total_rows"])),
    ...rows(buys, "rows").flatMap((row) => shown(String(row["untrusted_line"]), row, { paused: "paused" })),
    ...shown("all", one, { budget: "budget", committed: "committed", in_doubt: "in doubt" }),
    ...inWords(String(one["stands"]), standing, names),
  ];
}

async function terminalOf({ desk, campaign }: MidFlight, { status }: Answers): Promise<string> {
  const answer = await callOperation("campaign", desk, { campaign }, person);
  const today = await callOperation("today", desk, { campaign }, person);
  const state = await stateNamed(desk, campaign);
  return [
    await campaignText(answer, desk),
    statusText(status, { onSandbox: true, today: today.campaigns }),
    todayText(today),
    ...stages.map((stage) => renderStage(stage, state)),
  ].join("\n");
}

async function consoleOf(flight: MidFlight, { lines }: Live): Promise<string> {
  const page = await openPages(flight);
  const of = `/campaigns/${flight.campaign}`;
  const paths = [
    "",
    "/campaigns",
    of,
    `${of}/live`,
    ...lines.map(({ lineId }) => `${of}/line?${new URLSearchParams({ line: lineId }).toString()}`),
  ];
  const texts: string[] = [];
  for (const path of paths) texts.push(textOfPage(await page(path)));
  return texts.join("\n");
}

type Names = ReadonlyMap<string, { readonly product: string; readonly sellerId: string }>;

/** Figures of a text, in the order of the groups of a pattern; LINE and SELLER stand for each line's. */
type Pattern = readonly [pattern: string, figures: readonly string[]];

function inWords(text: string, patterns: readonly Pattern[], names: Names): Shown[] {
  const flat = text
    .replaceAll(/&#8203;|\u200b/g, "")
    .replaceAll("\u00a0", " ")
    .replaceAll(/\s+/g, " ");
  const found = (of: string, pattern: string, figures: readonly string[]) =>
    [...flat.matchAll(new RegExp(pattern, "g"))].flatMap((match) =>
      figures.flatMap((figure, i) => {
        const value = match[i + 1];
        return value === undefined ? [] : [dated(shownAs(`${of}: ${figure}`, value), value)];
      }),
    );
  return patterns.flatMap(([pattern, figures]) =>
    pattern.includes("LINE")
      ? [...names].flatMap(([lineId, { product, sellerId }]) =>
          found(lineId, pattern.replaceAll("LINE", product).replaceAll("SELLER", sellerId), figures),
        )
      : found("all", pattern, figures),
  );
}

/** `28 Feb 2027` as a day. */
function dated(shown: Shown, text: string): Shown {
  if (!/^\d+ [A-Z][a-z]{2} \d{4}$/.test(text)) return shown;
  return { ...shown, value: new Date(`${text} UTC`).toISOString().slice(0, 10), within: 0 };
}

const amount = String.raw`(EUR [\d,.]*\d)`;
const bare = String.raw`([\d,]*\d)`;
const count = String.raw`([\d,]*\d)`;
const short = String.raw`([\d.]+ [Mk]|[\d,]+)`;
const share = String.raw`([\d.]+ %)`;

const standing: readonly Pattern[] = [
  [
    `Live, day ${count} of ${count} · ${amount} of ${bare} · pace ${share}(?: · ${count} decisions?)?(?: · \\d+ lines? (?:behind|ahead))*(?: · ${amount} idle)?`,
    ["day of flight", "days of flight", "spent", "current", "pace", "decisions", "idle"],
  ],
];

const verdict: readonly Pattern[] = [
  [
    `${amount} of ${bare} ordered(?:, ${amount} in doubt)?; ${amount} lies free`,
    ["committed", "budget", "in doubt", "unallocated"],
  ],
  [
    `${amount} buys ${short} impressions at ${amount} CPM: ${share} of the target of ${short} impressions`,
    ["current amount", "current impressions", "current CPM", "current of target", "target"],
  ],
  [`Delivered: ${short} impressions for ${amount}\\.`, ["impressions", "spent"]],
  [`(\\d+) decisions? waits? for a person`, ["decisions"]],
];

const terminalPatterns: readonly Pattern[] = [
  ...standing,
  [
    `day ${count} of ${count} · ${amount} of ${bare} spent · pace ${share} · ${amount} a day needed, ${bare} yesterday`,
    ["day of flight", "days of flight", "spent", "current", "pace", "needed", "yesterday"],
  ],
  [`BEHIND LINE, [^:]+: ${amount} of ${bare} due \\(${share}\\)`, ["spent", "due", "pace"]],
  [`IDLE LINE, [^:]+: paused[^.]*\\. ${amount} not working`, ["idle"]],
  [
    `budget planned committed (?:in doubt )?spent unallocated ${amount} ${amount} ${amount} ${amount} ${amount} (?!EUR)`,
    ["budget", "planned", "committed", "spent", "unallocated"],
  ],
  [
    `budget planned committed in doubt spent unallocated ${amount} ${amount} ${amount} ${amount} ${amount} ${amount} `,
    ["budget", "planned", "committed", "in doubt", "spent", "unallocated"],
  ],
  [`buys delivered ${count} impressions.{1,30}, for ${amount}`, ["impressions", "spent"]],
  [`budget ${amount} agency fee less ${amount} for media ${amount}`, ["gross", "fees", "budget"]],
  [
    `Target: ${count} impressions\\. Planned: ${short} impressions[^,]*, ${share} of the target`,
    ["target", "planned impressions", "planned of target"],
  ],
  [
    `Current: ${short} impressions[^,]*, ${share} of the target`,
    ["current impressions", "current of target"],
  ],
  [
    `LINE SELLER ${amount} ${share} ${count} (?:bought|paused)`,
    ["planned amount", "planned share", "planned impressions"],
  ],
];

const reportPatterns: readonly Pattern[] = [
  ...verdict,
  [
    `Budget Planned Committed (?:In doubt )?Spent Unallocated ${amount} ${amount} ${amount} (?:${amount} )?${amount} ${amount} `,
    ["budget", "planned", "committed", "in doubt", "spent", "unallocated"],
  ],
  [`Target ${count} impressions Planned`, ["target"]],
  [`Before media, ${amount} pays for agency fee ${amount}`, ["gross", "fees"]],
  [`Target ${short} impressions, as the brief says`, ["target"]],
  [` Plan ${short} impressions, ${share} of the target`, ["planned impressions", "planned of target"]],
  [` Current ${short} impressions, ${share} of the target`, ["current impressions", "current of target"]],
  [
    `Planned ${short} impressions [^A]*Against the target ${share}`,
    ["planned impressions", "planned of target"],
  ],
  [`Average CPM ${amount}`, ["current CPM"]],
  [
    `Budget ${amount} ${amount} planned Committed ${amount}(?: [\\d.]+ % of the budget In doubt ${amount})? [\\d.]+ % of the budget Spent ${amount}`,
    ["budget", "planned", "committed", "in doubt", "spent"],
  ],
  [`Unallocated ${amount} [\\d.]+ % of the budget`, ["unallocated"]],
  [`All packages ${amount} ${count}`, ["planned", "planned impressions"]],
  [
    `LINE SELLER[^%]{1,900}? ${amount} ${share} ${amount}(?: changed from ${amount},? for ${count} impressions)?(?:,? (?:bid|data up to) EUR [\\d.,]+\\d)* ${count} ${amount} (?:bought|paused)`,
    [
      "planned amount",
      "planned share",
      "current",
      "signed",
      "current impressions",
      "planned impressions",
      "planned CPM",
    ],
  ],
  [
    `LINE SELLER(?: · \\w+ \\w+ to \\w+ \\w+)? ${amount} ${count} ${amount} ${count} ${amount} ${count}`,
    ["signed", "planned impressions", "current", "current impressions", "spent", "impressions"],
  ],
  [`All lines ${amount} ${amount} ${amount}`, ["signed", "current", "spent"]],
  [
    `LINE SELLER .{1,120}?${amount} ${count} impressions ${amount} ${count} impressions ${amount} ${count} impressions`,
    ["signed", "planned impressions", "current", "current impressions", "spent", "impressions"],
  ],
];

const consolePatterns: readonly Pattern[] = [
  ...verdict,
  [
    `Day ${count} of ${count} · ${amount} of ${amount} spent · (?:behind|ahead|on pace) \\(${share}\\)(?: · Idle money: ${amount})?`,
    ["day of flight", "days of flight", "spent", "current", "pace", "idle"],
  ],
  [
    `All lines ${amount} ${amount} ${count} due [\\d,]+ CPM ${amount} ${count}(?: [\\d.]+ %)?(?: EUR [\\d,.]+ each)? ${amount} `,
    ["current", "spent", "impressions", "delivered CPM", "clicks", "needed"],
  ],
  [`All lines ${amount} ${count} ${amount}`, ["current amount", "current impressions", "current CPM"]],
  [
    `Budget ${amount} Bought ${amount} (?:Not confirmed ${amount} )?Not sent EUR 0 Unallocated ${amount} Spent ${amount}`,
    ["budget", "committed", "in doubt", "unallocated", "spent"],
  ],
  [
    `${amount} of ${amount} ${amount}, ${share} of ${amount} by now`,
    ["committed", "budget", "spent", "pace", "due"],
  ],
  [`Today (\\d+) decision`, ["decisions"]],
  [
    `LINE SELLER · [^E]+ ${amount}(?: changed from ${amount})? ${count} ${amount} (?:bought|paused)`,
    ["current amount", "planned amount", "current impressions", "current CPM"],
  ],
  [
    `LINE [A-Z][\\w ]+ (?:live|paused) (?:(?:behind|ahead|on pace) \\(${share}\\) )?(?:EUR [\\d,]+ may stay unspent )?${amount}(?: Signed ${amount})? ${amount} due ${amount} ${count} due [\\d,]+ CPM ${amount} ${count}(?: [\\d.]+ %)?(?: EUR [\\d,.]+ each)? ${amount} ${count} days to (\\d+ \\w+ \\d+) yesterday ${amount}(?: Idle money: ${amount})?`,
    [
      "pace",
      "current",
      "signed",
      "spent",
      "due",
      "impressions",
      "delivered CPM",
      "clicks",
      "needed",
      "days left",
      "last day",
      "yesterday",
      "idle",
    ],
  ],
  [
    `LINE [^·]{1,40} · [^·]{1,80} How it stands State \\w+ Signed ${amount} Current ${amount} Spent ${amount} Due ${amount}(?: Pace (?:behind|ahead|on pace) \\(${share}\\))?(?: EUR [\\d,]+ may stay unspent)? Figures to [\\w ]+ Days left ${count}, to (\\d+ \\w+ \\d+)(?: Needed a day ${amount})?(?: Yesterday ${amount})?(?: Landing ${amount})?(?: Idle money ${amount})?`,
    [
      "signed",
      "current",
      "spent",
      "due",
      "pace",
      "days left",
      "last day",
      "needed",
      "yesterday",
      "landing",
      "idle",
    ],
  ],
  [`LINE [^:]{1,80}: ${amount} paused`, ["idle"]],
];
