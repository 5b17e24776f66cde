import type { AnswerOf, InputOf } from "../../desk/operations.ts";
import { lastDayBefore } from "../../lib/days.ts";
import { formatCount } from "../../lib/english.ts";
import { formatMoney, type Money } from "../../lib/money.ts";
import { plainText } from "../../report/blocks/cell.ts";
import { sentence } from "../../report/blocks/format.ts";
import { type Fragment, html, type Markup, typed } from "../../report/blocks/html-template.ts";
import { header, words as prose } from "../../report/blocks/table.ts";
import { pageTable } from "../../report/renderers/html-blocks.ts";
import {
  campaignPath,
  factList,
  field,
  form,
  inEnglish,
  linePath,
  page,
  section,
  type View,
} from "../shell.ts";
import type { Words } from "../words/english.ts";
import { type LiveCampaign, type LiveLine, paceChip, plainAmount, stateChip, troubleOf } from "./live.ts";

type Verb = keyof Words["change"]["verbs"];
type Output = AnswerOf<"change-buy">;
/** As an operation shows a change of a buy; `of` is what of it, where that has words of ours. */
interface Difference {
  readonly field: string;
  readonly of?: keyof Words["change"]["fields"];
  readonly before?: string;
  readonly after?: string;
}
type Coverage = AnswerOf<"campaign">["report"]["creatives"]["coverage"];

/** A line as it stands, with everything that can be done about it. */
export function linePage(
  line: LiveLine,
  { campaign, name, cases, lines }: LiveCampaign,
  { coverage, problem }: { readonly coverage: Coverage; readonly problem?: string },
  view: View,
): string {
  const { change: own, live } = view.words;
  const { lineId, product, runs, setBy } = line;
  const isOver = runs === "over" || runs === "ended";
  const short = cases.find((one) => one.lineId === lineId);
  const creatives = readyFor(lineId, coverage);
  const others = lines.filter((one) => one !== line && orderOf(one) === orderOf(line));
  const ask = (verb: Verb, content?: Markup) =>
    html`<div>${asking({ campaign, lineId, verb }, content, view)}</div>`;
  /** Vendors extend and end an order as a whole. */
  const askOrder = (verb: Verb, content?: Markup) => {
    if (others.length === 0) return ask(verb, content);
    const note = html`<p class="small muted">${own.order(others.map((one) => one.product).join(", "))}</p>`;
    return html`<div>${asking({ campaign, lineId, verb, buy: orderOf(line) }, html`${note}${content}`, view)}</div>`;
  };
  return page(view, {
    title: product,
    lead: html`${line.vendor} · <a href="${campaignPath(campaign, "live")}">${name}</a>`,
    current: "campaigns",
    main: [
      problem !== undefined &&
        html`<div class="alert" role="alert"><h2>${own.refused}</h2><p>${inEnglish(problem)}</p></div>`,
      section(own.facts, factsOf(line, campaign, view.words)),
      short !== undefined &&
        section(
          live.cases,
          html`<p>${live.caseIs[short.kind](product, view.words.figure(formatCount(short.owed)))}</p>${
            short.hasLetter &&
            html`<p><a href="${letterPath(campaign, lineId, "txt")}" download>${live.letter}</a> · <a href="${letterPath(campaign, lineId, "csv")}" download>${live.attachment}</a></p>`
          }`,
        ),
      !isOver &&
        section(own.title, [
          html`<div class="choices">${[
            ask(runs === "paused" ? "unpause" : "pause"),
            ask("amount", field(own.amount, "to", { value: plainAmount(line.current), required: true })),
            askOrder(
              "extend",
              html`<label class="field"><span>${own.until}</span><input type="date" name="until" min="${line.end}" value="${line.end}" required></label>`,
            ),
            creatives.length > 1
              ? ask(
                  "use-creatives",
                  html`<fieldset><legend>${own.creatives}</legend>${creatives.map(
                    ({ id, name: called }) =>
                      html`<label class="box"><input type="checkbox" name="use" value="${id}">${called}</label>`,
                  )}</fieldset>`,
                )
              : html`<div><h3>${own.verbs["use-creatives"]}</h3><p>${own.noOther(creatives[0]?.name)}</p><pre class="command"><code>flightdesk buys swap-creative ${lineId} --campaign ${campaign} --creatives creatives.yaml</code></pre></div>`,
            askOrder("cancel"),
          ]}</div>`,
        ]),
      section(
        own.lock,
        form(
          `${campaignPath(campaign)}/${setBy === undefined ? "keep" : "free"}`,
          setBy === undefined ? "set-line" : "free-line",
          html`<input type="hidden" name="line" value="${lineId}"><p>${setBy === undefined ? own.keepLead : own.freeLead}</p>${setBy === undefined && field(own.reason, "reason")}<button class="quiet">${setBy === undefined ? own.keep : own.free}</button>`,
          view,
        ),
      ),
    ],
  });
}

/** What was asked for in the address, and how a form sends it again; nothing of a line that is only looked up. */
export interface Asked {
  readonly campaign: string;
  readonly line: string;
  /** What the change is of: the line, or the whole order that it is in. */
  readonly subject: string;
  readonly verb?: Verb;
  readonly requested?: InputOf<"change-buy">["requested"];
  readonly fields: readonly (readonly [string, string])[];
}

export function askedIn(campaign: string, given: URLSearchParams): Asked {
  const line = given.get("line") ?? "";
  const buy = given.get("buy") ?? "";
  const of = { campaign, line, subject: buy === "" ? line : buy };
  const [to, until] = [given.get("to") ?? "", given.get("until") ?? ""];
  const use = given.getAll("use").flatMap((ids) => ids.split("\n"));
  const fields = (verb: Verb, more: readonly (readonly [string, string])[] = []) =>
    ({ ...of, verb, fields: [["line", line], ["buy", buy], ["verb", verb], ...more] }) as const;
  const verb = given.get("verb");
  switch (verb) {
    case "pause":
    case "unpause":
    case "cancel":
      return { ...fields(verb), requested: { verb } };
    case "amount":
      return { ...fields(verb, [["to", to]]), requested: { verb, to } };
    case "extend":
      return { ...fields(verb, [["until", until]]), requested: { verb, until } };
    case "use-creatives":
      return { ...fields(verb, [["use", use.join("\n")]]), requested: { verb, use } };
    default:
      return { ...of, fields: [] };
  }
}

/** A change before it is made: what it makes of the line, what it frees or costs, and the one button. */
export async function changePage(output: Output, asked: Asked, line: LiveLine, view: View): Promise<string> {
  const { campaign, verb = "pause", fields, subject } = asked;
  const { change: own } = view.words;
  const { differences, status, reason, shown, signed, money, localVerdict, limits = [] } = output;
  const isPossible = status === "planned" && shown !== undefined;
  const hidden = [...fields, ["shown", shown ?? ""] as const].map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${typed(value)}">`,
  );
  return page(view, {
    title: own.of(own.verbs[verb], line.product),
    lead: html`${line.vendor} · <a href="${linePath(campaign, line.lineId)}">${line.product}</a> · <a href="${campaignPath(campaign, "live")}">${own.back}</a>`,
    current: "campaigns",
    main: [
      status === "not-possible" &&
        html`<div class="alert" role="alert"><h2>${own.refused}</h2><p>${inEnglish(withoutIds(reason ?? "", line))}</p>${
          verb === "unpause" &&
          subject === line.lineId &&
          html`<p><a href="${linePath(campaign, line.lineId, { verb, buy: orderOf(line) })}">${own.unpauseOrder}</a></p>`
        }</div>`,
      status === "unchanged" && html`<section><p>${own.none}</p></section>`,
      differences.length > 0 &&
        section(own.beforeAfter, [
          await differencesTable(
            differences.map(({ field: of, what, before, after }) => ({ field: what, of, before, after })),
            view.words,
          ),
          moneyLine(money, view.words),
        ]),
      limits.length > 0 &&
        section(
          own.limits,
          html`<ul class="plain">${limits.map((broken) => html`<li>${inEnglish(sentence(broken))}</li>`)}</ul>`,
        ),
      isPossible &&
        localVerdict !== undefined &&
        localVerdict !== "approved" &&
        section(own.policies, html`<p>${inEnglish(reason ?? localVerdict)}</p>`),
      isPossible &&
        section(
          signed ? own.sign : own.make,
          form(
            `${campaignPath(campaign)}/line`,
            "change-buy",
            html`${hidden}${signed && html`<p>${own.signLead}</p>`}${field(own.reason, "reason", verb === "cancel" ? { required: true } : {})}${
              verb === "cancel" && field(own.typeEnd, "word", { required: true })
            }<button${verb === "cancel" && html` class="danger"`}>${signed ? own.sign : own.make}</button>`,
            view,
          ),
        ),
    ],
  });
}

/** What is said of a change once it was tried; undefined where nothing came of it. */
export function madeWords({ status, money, findings }: Output, words: Words): string | undefined {
  const own = words.change;
  const freed = money !== undefined && own.money[money.does](words.figure(formatMoney(money.amount)));
  const place = money?.does === "frees" && own.place;
  switch (status) {
    case "done":
      return [findings.length > 0 ? findings.join(" ") : own.made, freed, place].filter(Boolean).join(" ");
    case "unchanged":
      return own.none;
    case "escalated":
      return own.waits;
    case "held":
    case "begun":
    case "pending":
    case "proposed":
    case "under-way":
      return own.sent;
    default:
      return undefined;
  }
}

function moneyLine(money: Output["money"], { change: own, figure }: Words): Markup | false {
  return (
    money !== undefined &&
    html`<p><strong>${own.money[money.does](figure(formatMoney(money.amount)))}</strong></p>`
  );
}

export function differencesTable(differences: readonly Difference[], words: Words): Promise<Fragment> {
  const { change: own } = words;
  return pageTable<Difference>({
    caption: own.beforeAfter,
    rows: differences,
    columns: [
      header(own.field, ({ of, field: name }) => (of === undefined ? name : own.fields[of])),
      prose(words.terms.before, ({ of, before }) => valueWords(of, before, words)),
      prose(words.terms.after, ({ of, after }) => valueWords(of, after, words)),
    ],
  });
}

function valueWords(of: Difference["of"], value: string | undefined, { change: own, figure, day }: Words) {
  if (value === undefined) return "–";
  if (of === "budget") return figure(value);
  if (of === "end" && !Number.isNaN(Date.parse(value))) return day(lastDayBefore(value));
  return of === "status" || of === "paused" ? (own.states[value] ?? value) : value;
}

/** The order that a line is in, by the name under which the desk knows it. */
function orderOf({ sellerId, mediaBuyId }: LiveLine): string {
  return `${sellerId}/${mediaBuyId}`;
}

/** Operations name a line by its seller's ids. */
function withoutIds(text: string, { packageId, mediaBuyId, product, vendor }: LiveLine): string {
  return text.replaceAll(packageId, product).replaceAll(mediaBuyId, vendor);
}

/** A form that only asks: its answer is a page that shows before and after. */
function asking(
  asked: { readonly campaign: string; readonly lineId: string; readonly verb: Verb; readonly buy?: string },
  content: Markup | undefined,
  { words, may }: View,
): Markup {
  const { campaign, lineId, verb, buy = "" } = asked;
  const { verbs, show } = words.change;
  if (!may("change-buy")) return html`<p class="muted">${words.refused.role}</p>`;
  return html`<form class="act" method="get" action="${campaignPath(campaign)}/line"><input type="hidden" name="line" value="${lineId}">${buy !== "" && html`<input type="hidden" name="buy" value="${buy}">`}<input type="hidden" name="verb" value="${verb}"><h3>${verbs[verb]}</h3>
${content}<button class="quiet" aria-label="${verbs[verb]}: ${show}">${show}</button></form>`;
}

function factsOf(line: LiveLine, campaign: string, words: Words): Markup {
  const { live: own, figure, day, today } = words;
  const amount = (of: Money | undefined) => of && figure(formatMoney(of));
  const { setBy, lastChange } = line;
  const [said, link] = troubleOf(line, campaign, words);
  const trouble =
    said === undefined
      ? undefined
      : html`${plainText(said)}${typeof link === "object" && "href" in link && html` <a href="${String(link.href)}">${plainText(link)}</a>`} ${lastChange?.reason !== undefined && inEnglish(withoutIds(lastChange.reason, line))}`;
  return factList([
    [own.state, plainText(stateChip(line, words))],
    [words.change.last, trouble],
    [own.signed, amount(line.signed)],
    [own.current, amount(line.current)],
    [words.terms.spent, amount(line.spent) ?? own.unknown],
    [own.due, amount(line.due)],
    [own.pace, line.pace && plainText(paceChip(line, words))],
    [own.reportedTo, line.reportedTo && day(line.reportedTo)],
    [today.missing, line.notReported > 0 && today.days(line.notReported)],
    [own.daysLeft, `${line.daysLeft}, ${own.lastDay(day(line.end))}`],
    [own.needed, amount(line.needed)],
    [own.yesterday, amount(line.yesterday)],
    [own.landing, amount(line.landing)],
    [today.idle, amount(line.idle)],
    [
      own.setBy,
      setBy &&
        html`${own.set(setBy.by.join(", "), day(setBy.at))} ${setBy.reason && inEnglish(setBy.reason)}`,
    ],
  ]);
}

function readyFor(lineId: string, coverage: Coverage) {
  const own = coverage.find((one) => one.lineId === lineId)?.formats ?? [];
  const ready = own.flatMap(({ status, creatives }) => (status === "ready" ? creatives : []));
  return ready.filter(({ id }, i) => ready.findIndex((other) => other.id === id) === i);
}

function letterPath(campaign: string, line: string, ending: "txt" | "csv"): string {
  return `${campaignPath(campaign)}/claim/${ending}?${new URLSearchParams({ line }).toString()}`;
}
