import { parse } from "csv-parse/sync";
import readSheets from "read-excel-file/node";
import { extractText } from "unpdf";
import type { CampaignState } from "../../../src/campaign/model/state/state.ts";
import { type ReportFormat, reportFiles } from "../../../src/desk/files/report-files.ts";
import { type Money, toDecimal } from "../../../src/lib/money.ts";
import { stages } from "../../../src/report/contents.ts";
import { renderStage, renderStatus } from "../../../src/report/renderers/terminal.ts";
import { makeReport, type Report } from "../../../src/report/report.ts";

/** A figure as it is shown somewhere. `within`: how far it may be off what it stands for, as it is rounded. */
export interface Shown {
  readonly figure: string;
  readonly value: number | string;
  readonly within: number;
}

export const formats = ["terminal", "json", "html", "pdf", "xlsx", "csv", "md"] as const;
export type Format = (typeof formats)[number];

const lineFigures = [
  "amount",
  "share",
  "planned budget",
  "ordered budget",
  "planned impressions",
  "ordered impressions",
  "planned CPM",
  "last day",
  "impressions",
  "impressions due",
  "impressions of plan",
  "days without impressions",
  "days reported",
  "spend",
  "spend due",
  "spend of plan",
  "days without spend",
  "clicks",
  "completion rate",
  "spend beside the order",
  "impressions beside the order",
  "index",
  "pace",
] as const;
type LineFigure = (typeof lineFigures)[number];
const totalFigures = [
  "budget",
  "planned",
  "planned impressions",
  "committed",
  "in doubt",
  "spent",
  "unallocated",
  "remaining",
  "buys",
  "impressions",
  "impressions due",
  "impressions of plan",
  "days without impressions",
  "days without spend",
] as const;
type TotalFigure = (typeof totalFigures)[number];

const sellersIn = ({ plan }: Report) => (plan?.lines ?? []).map(({ sellerId }) => sellerId);
export const major = (amount: Money | undefined) => (amount === undefined ? Number.NaN : toDecimal(amount));
export const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);

function partsOf(report: Report, sellerId: string) {
  const line = report.plan?.lines.find((one) => one.sellerId === sellerId);
  const buy = report.delivery.buys.find((one) => one.sellerId === sellerId);
  const books = report.reconciliation?.lines.find((one) => one.sellerId === sellerId);
  if (line === undefined || buy === undefined || books === undefined)
    throw new Error(`nothing of ${sellerId}`);
  return { line, buy, books };
}

/** What each figure is, each taken from one place of the report. */
export function figuresOf(report: Report): ReadonlyMap<string, number | string> {
  const figures = new Map<string, number | string>();
  const { money } = report.headline;
  if (money === undefined) throw new Error("there is no money");
  for (const sellerId of sellersIn(report)) {
    const { line, buy, books } = partsOf(report, sellerId);
    const { delivered, planned, ofPlan } = buy;
    const expected = line.expectedImpressions ?? Number.NaN;
    const index = report.feedback.findLast((one) => one.sellerId === sellerId)?.performanceIndex;
    const own: Readonly<Record<LineFigure, number | string | undefined>> = {
      amount: major(line.amount),
      share: line.share,
      "planned budget": major(line.budget),
      "ordered budget": major(books.ordered.budget),
      "planned impressions": expected,
      "ordered impressions": books.ordered.impressions,
      "planned CPM": (major(line.amount) * 1000) / expected,
      "last day": books.period.end,
      impressions: delivered.impressions,
      "impressions due": planned.impressions,
      "impressions of plan": ofPlan.impressions,
      "days without impressions": delivered.notReported.impressions,
      "days reported": books.reported.days,
      spend: major(delivered.spend),
      "spend due": major(planned.spend),
      "spend of plan": ofPlan.spend,
      "days without spend": delivered.notReported.spend,
      clicks: delivered.clicks,
      "completion rate": delivered.completionRate,
      "spend beside the order": books.variance.spend,
      "impressions beside the order": books.variance.impressions,
      index,
      pace: buy.packages[0]?.pace,
    };
    for (const figure of lineFigures) figures.set(`${sellerId}: ${figure}`, own[figure] ?? "none");
  }
  const { buys } = report.delivery;
  const impressions = sum(buys.map(({ delivered }) => delivered.impressions ?? 0));
  const due = sum(buys.map(({ planned }) => planned.impressions ?? 0));
  const all: Readonly<Record<TotalFigure, number>> = {
    budget: major(money.budget),
    planned: major(money.planned),
    "planned impressions": sum(report.plan?.lines.map((one) => one.expectedImpressions ?? 0) ?? []),
    committed: major(money.committedSpend),
    "in doubt": major(money.inDoubt),
    spent: major(money.spent),
    unallocated: major(money.unallocated),
    remaining: major(money.remaining),
    buys: buys.length,
    impressions,
    "impressions due": due,
    "impressions of plan": impressions / due,
    "days without impressions": sum(buys.map(({ delivered }) => delivered.notReported.impressions)),
    "days without spend": money.spentNotReported,
  };
  for (const figure of totalFigures) figures.set(`all: ${figure}`, all[figure]);
  return figures;
}

/** All that the formats show of these figures, at every place where they do. */
export async function figuresShown(
  state: CampaignState,
): Promise<Readonly<Record<Format, readonly Shown[]>>> {
  const report = makeReport(state);
  const content = async (format: ReportFormat) => {
    const [file] = await reportFiles(report, format);
    return file?.content ?? "";
  };
  const text = async (format: ReportFormat) => String(await content(format));
  const terminal = [renderStatus(state), ...stages.map((stage) => renderStage(stage, state))].join("\n");
  const printed = await extractText(new Uint8Array(Buffer.from(await content("pdf"))), { mergePages: true });
  const csv = (await reportFiles(report, "csv")).map(({ name = "", content: rows }): Sheet => {
    const records = parse<Record<string, string>>(String(rows), { bom: true, columns: true });
    return { name, records };
  });
  const workbook = await readSheets(Buffer.from(await content("xlsx")));
  const xlsx = workbook.map(({ sheet: name, data: [titles = [], ...rows] }): Sheet => {
    const named = (row: readonly unknown[]) =>
      Object.fromEntries(titles.map((title, i) => [String(title), wordsOf(row[i])]));
    return { name, records: rows.map(named).filter((row) => !isTotal(row)) };
  });
  return {
    terminal: inWords(terminal, report, "terminal"),
    json: inJson(JSON.parse(await text("json"))),
    html: inWords(textOfPage(await text("html")), report, "html"),
    pdf: inWords(asKnownHere(printed.text, report), report, "pdf"),
    xlsx: inSheets(xlsx, report),
    csv: inSheets(csv, report),
    md: inWords((await text("md")).replaceAll(/\\(.)/g, "$1").replaceAll(/ ?\|/g, " "), report, "md"),
  };
}

interface Sheet {
  readonly name: string;
  readonly records: readonly Readonly<Record<string, string>>[];
}

function isTotal(row: Readonly<Record<string, string>>): boolean {
  return row["Package"] === "All" || row["Channel"] === "All";
}

export function wordsOf(cell: unknown): string {
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  return typeof cell === "string" || typeof cell === "number" ? `${cell}` : "";
}

/** What is printed, with vendors and days as the other formats have them. */
export function asKnownHere(printed: string, { sellers }: Pick<Report, "sellers">): string {
  const whole = printed.replaceAll(/(\d)-\s+(\d)/g, "$1-$2").replaceAll(/\s+/g, " ");
  return sellers.reduce(
    (text, { id, name }) => (name === undefined ? text : text.replaceAll(name, id)),
    whole,
  );
}

export function textOfPage(page: string): string {
  return page
    .replaceAll(/<(style|script)[^>]*>.*?<\/\1>/gs, "")
    .replaceAll(/<svg.*?<\/svg>/gs, "")
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");
}

/** Places of the JSON beside those that `figuresOf` takes. */
function inJson(report: Report): Shown[] {
  const { money } = report.headline;
  const lines = sellersIn(report).map((sellerId) => ({ sellerId, ...partsOf(report, sellerId) }));
  const exact = (figure: string, value: number | string | undefined): Shown[] =>
    value === undefined ? [] : [{ figure, value, within: 1e-6 }];
  const own = lines.flatMap(({ sellerId, line, buy, books }) => {
    const { changed } = line;
    const of = (figure: LineFigure, value: number | string | undefined) =>
      exact(`${sellerId}: ${figure}`, value);
    const committed = money?.bySeller.find((one) => one.sellerId === sellerId)?.committedSpend;
    const daily = (figure: "impressions" | "clicks") => sum(buy.daily.map((day) => day[figure] ?? 0));
    return [
      of("planned budget", major(books.planned.budget)),
      of("ordered budget", major(changed?.budget ?? line.budget)),
      of("ordered budget", major(committed)),
      of("planned impressions", books.planned.impressions),
      of("ordered impressions", changed?.expectedImpressions),
      of("last day", changed?.end),
      of("impressions", books.reported.impressions),
      of("impressions", daily("impressions")),
      of("impressions due", books.due.impressions),
      of("days without impressions", sum(buy.daily.map((day) => day.notReported.impressions))),
      of("days reported", buy.daily.filter((day) => day.impressions !== undefined).length),
      of("days reported", buy.daily.length - buy.delivered.notReported.impressions),
      of("spend", major(books.reported.spend)),
      of("spend", sum(buy.daily.map((day) => day.spend?.minor ?? 0)) / 100),
      of("spend", sum(buy.packages.map((one) => one.spend?.minor ?? 0)) / 100),
      of("spend due", major(books.due.spend)),
      of("clicks", daily("clicks")),
    ].flat();
  });
  const totals = [
    exact("all: planned", sum(lines.map(({ line }) => major(line.amount)))),
    exact("all: planned", major(report.plan?.total)),
    exact("all: committed", sum(lines.map(({ books }) => major(books.ordered.budget)))),
    exact("all: spent", sum(lines.map(({ books }) => books.reported.spend?.minor ?? 0)) / 100),
    exact("all: remaining", major(money?.budget) - major(money?.committedSpend) - major(money?.inDoubt)),
    exact("all: budget", major(report.brief?.budget)),
  ].flat();
  const canonical = [...figuresOf(report)].flatMap(([figure, value]) => exact(figure, value));
  return [...own, ...totals, ...canonical];
}

function inSheets(sheets: readonly Sheet[], report: Report): Shown[] {
  const recordsOf = (name: string) => sheets.find((one) => one.name === name)?.records ?? [];
  const number = (text: string | undefined) => Number(text);
  const digits = (figure: string, text: string | undefined, within: number): Shown[] =>
    text === undefined || text === ""
      ? []
      : [{ figure, value: /^\d{4}-/.test(text) ? text : number(text), within }];
  const own = sellersIn(report).flatMap((sellerId) => {
    const of = (figure: LineFigure, text: string | undefined, within = 1e-6) =>
      digits(`${sellerId}: ${figure}`, text, within);
    const isOwn = (row: Readonly<Record<string, string>>) => row["Seller"] === sellerId;
    const line = recordsOf("plan").find(isOwn) ?? {};
    const days = recordsOf("delivery").filter(isOwn);
    const total = (title: string) => String(sum(days.map((day) => number(day[title] || "0"))));
    const without = (figure: string) =>
      String(days.filter((day) => (day["Not reported"] ?? "").includes(figure)).length);
    return [
      of("amount", line["Amount (EUR)"]),
      of("share", line["Share"], 0.00005),
      of("planned impressions", line["Expected impressions"]),
      of("planned CPM", line["CPM (EUR)"], 0.005001),
      of("ordered budget", line["Budget at the seller"]),
      of("last day", line["Last day"]),
      of("impressions", total("Impressions")),
      // Of each day rounded.
      of("impressions due", total("Impressions planned"), days.length / 2 + 0.5),
      of("clicks", total("Clicks")),
      of("spend", total("Spend"), 0.001),
      of("days reported", String(days.filter((day) => day["Impressions"] !== "").length)),
      of("days without impressions", without("impressions")),
      of("days without spend", without("spend")),
      of("index", recordsOf("performance").findLast(isOwn)?.["Index"], 0.0005),
    ].flat();
  });
  const summary = (what: RegExp) => recordsOf("summary").find((row) => what.test(row["What"] ?? ""));
  const gap = /not reported: (\d+)/.exec(summary(/^Spent/)?.["What"] ?? "")?.[1] ?? "0";
  const all = (figure: TotalFigure, text: string | undefined) => digits(`all: ${figure}`, text, 1e-6);
  return [
    own,
    all("budget", summary(/^For media$/)?.["Figure"]),
    all("planned", summary(/^Planned$/)?.["Figure"]),
    all("planned impressions", summary(/^Expected impressions$/)?.["Figure"]),
    all("committed", summary(/^Committed$/)?.["Figure"]),
    all("in doubt", summary(/^In doubt$/)?.["Figure"]),
    all("spent", summary(/^Spent/)?.["Figure"]),
    all("days without spend", summary(/^Spent/) && gap),
    all("unallocated", summary(/^Unallocated$/)?.["Figure"]),
    all(
      "planned",
      String(
        sum(
          recordsOf("plan")
            .filter(({ Status }) => Status !== "")
            .map((row) => number(row["Amount (EUR)"])),
        ),
      ),
    ),
  ].flat();
}

const amount = String.raw`(EUR [\d,.]+\d)`;
const count = String.raw`([\d,]*\d)`;
const short = String.raw`([\d.]+ [Mk]|[\d,]+)`;
const share = String.raw`([+\-−–]?[\d.]+ %)`;
const day = String.raw`\d{4}-\d\d-\d\d`;
/** Days that are not in the figure before; where none are named, there are none. */
const gap = String.raw`(?:,? \(?not reported: (\d+) days?\)?)?`;

/** Figures that a text shows, in the order of the groups of a pattern. */
type Pattern = readonly [pattern: string, figures: readonly string[]];

function inWords(words: string, report: Report, format: Format): Shown[] {
  const flat = words
    .replaceAll(/&#8203;|\u200b/g, "")
    .replaceAll("\u00a0", " ")
    .replaceAll(/\s+/g, " ");
  const of = ([pattern, figures]: Pattern): Shown[] =>
    [...flat.matchAll(new RegExp(pattern, "g"))].flatMap((found) =>
      figures.flatMap((figure, i) => {
        const shown = found[i + 1] ?? (figure.includes("days without") ? "0" : undefined);
        return shown === undefined ? [] : [shownAs(figure, shown)];
      }),
    );
  return [...patternsOfAll, ...sellersIn(report).flatMap((one) => patternsOf(one, report, format))].flatMap(
    of,
  );
}

const patternsOfAll: readonly Pattern[] = (
  [
    // The table of a text, and of a terminal, which names what is in doubt where something is.
    [
      `[Bb]udget [Pp]lanned [Cc]ommitted (?:In doubt )?[Ss]pent${gap} [Uu]nallocated (?:[-: ]+ )?${amount} ${amount} ${amount} (?:${amount} )?${amount} ${amount} `,
      ["days without spend", "budget", "planned", "committed", "in doubt", "spent", "unallocated"],
    ],
    // With a gap its columns are too wide for one row.
    [
      `budget planned committed ${amount} ${amount} ${amount} spent${gap} unallocated ${amount} ${amount} `,
      ["budget", "planned", "committed", "days without spend", "spent", "unallocated"],
    ],
    [
      `Budget ${amount} ${amount} planned Committed ${amount} [\\d.]+ % of the budget(?: In doubt ${amount} [\\d.]+ % of the budget)? Spent ${amount} [\\d.]+ % of committed${gap} Unallocated ${amount} `,
      ["budget", "planned", "committed", "in doubt", "spent", "days without spend", "unallocated"],
    ],
    [
      `Delivered ${short} impressions, ${share} of what was due${gap}`,
      ["impressions", "impressions of plan", "days without impressions"],
    ],
    [
      `Delivered: ${short} impressions${gap} for ${amount}${gap}\\.`,
      ["impressions", "days without impressions", "spent", "days without spend"],
    ],
    [
      `${count} buys delivered ${count} impressions${gap}, ${share} of what was due, for ${amount}(?: \\(2 of 2 buys\\))?${gap}\\.`,
      [
        "buys",
        "impressions",
        "days without impressions",
        "impressions of plan",
        "spent",
        "days without spend",
      ],
    ],
    [
      `${count} impressions from [\\w -]{6,20} to [\\w -]{6,20}, ${share} of the ${count} due on these days\\.`,
      ["impressions", "impressions of plan", "impressions due"],
    ],
    [`The plan puts ${amount} of ${amount} into`, ["planned", "budget"]],
    [`${amount} is bought\\.`, ["committed"]],
    [`bought ${amount} cut by`, ["committed"]],
    [`All packages ${amount} ${count}`, ["planned", "planned impressions"]],
    [`${amount} in 2 packages`, ["planned"]],
    [`All ${amount} (?:EUR|[\\d.]+ k)`, ["planned"]],
  ] as const
).map(([pattern, figures]) => [pattern, figures.map((figure) => `all: ${figure}`)]);

function patternsOf(sellerId: string, report: Report, format: Format): Pattern[] {
  const { line, buy } = partsOf(report, sellerId);
  // A terminal cuts names off.
  const named = (name: string) => (format === "terminal" ? `${name.slice(0, 7)}\\S*` : name);
  const head = `${line.product} ${sellerId}`;
  const patterns: readonly (readonly [string, readonly LineFigure[]])[] = [
    [
      `${head}.{1,600}? ${amount} ${share} ${amount}(?: changed from ${amount})?(?:,? for ${count} impressions)?(?:,? until (${day}))?(?:,? bid EUR [\\d.]+)? ${count} ${amount} bought`,
      [
        "amount",
        "share",
        "ordered budget",
        "planned budget",
        "ordered impressions",
        "last day",
        "planned impressions",
        "planned CPM",
      ],
    ],
    [
      `${head} (?:${day} to \\S+ )?${amount} ${share} ${count} bought`,
      ["amount", "share", "planned impressions"],
    ],
    [
      `${sellerId} ${buy.mediaBuyId}(?: ·)? ${day} to ${day} ${count}${gap} of ${count} ${share} ${amount}${gap} of ${amount} ${share} ${count}${gap} ${share}`,
      [
        "impressions",
        "days without impressions",
        "impressions due",
        "impressions of plan",
        "spend",
        "days without spend",
        "spend due",
        "spend of plan",
        "clicks",
        "days without impressions",
        "completion rate",
      ],
    ],
    [
      `${named(sellerId)} ${named(buy.mediaBuyId)} ${count}${gap} ${share} ${amount}${gap} ${share}`,
      [
        "impressions",
        "days without impressions",
        "impressions of plan",
        "spend",
        "days without spend",
        "spend of plan",
      ],
    ],
    [
      `${head}.{1,120}? ${day} to (${day}) ${amount} ${count} impressions ${amount} ${count} impressions ${amount} ${count} impressions ${share} ${share}`,
      [
        "last day",
        "planned budget",
        "planned impressions",
        "ordered budget",
        "ordered impressions",
        "spend",
        "impressions",
        "spend beside the order",
        "impressions beside the order",
      ],
    ],
    [
      `${head}(?: · \\w+ \\w+ to \\w+ \\w+)? ${amount} ${count} ${amount} ${count} ${amount} ${count}(?: ${share} ${share})?`,
      [
        "planned budget",
        "planned impressions",
        "ordered budget",
        "ordered impressions",
        "spend",
        "impressions",
        "spend beside the order",
        "impressions beside the order",
      ],
    ],
    [
      `${sellerId} ${line.product} impressions (?:\\d+ \\w+ \\d\\.\\d\\d, )*\\d+ \\w+ (\\d\\.\\d\\d) `,
      ["index"],
    ],
    [
      `${named(sellerId)} ${format === "terminal" ? "\\S.{3,30}?" : line.product} impressions (?:\\d\\.\\d\\d )*(\\d\\.\\d\\d) `,
      ["index"],
    ],
    [`${sellerId} ${line.product} ${day} to ${day} (\\d\\.\\d\\d) \\d\\.\\d\\d – `, ["index"]],
    [`${line.product} of ${sellerId} is (under|over) its pace`, ["pace"]],
  ];
  return patterns.map(([pattern, figures]) => [pattern, figures.map((figure) => `${sellerId}: ${figure}`)]);
}

export function shownAs(figure: string, shown: string): Shown {
  if (/^\d{4}-/.test(shown) || /^[a-z]/.test(shown)) return { figure, value: shown, within: 0 };
  const [digits = ""] = /[\d.,]+/.exec(shown) ?? [];
  const plain = digits.replaceAll(",", "");
  const scale = shown.endsWith("M") ? 1e6 : shown.endsWith("k") ? 1e3 : shown.endsWith("%") ? 0.01 : 1;
  const decimals = plain.split(".")[1]?.length ?? 0;
  const sign = /^[-−–]/.test(shown) ? -1 : 1;
  // Three digits are shown of what is given in thousands and millions, without zeros at their end.
  const unit =
    shown.endsWith("M") || shown.endsWith("k")
      ? 10 ** Math.min(-decimals, String(Math.floor(Number(plain))).length - 3)
      : 10 ** -decimals;
  return { figure, value: sign * Number(plain) * scale, within: (unit / 2) * scale * 1.0001 };
}
