import { cleanText } from "../lib/clean-text.ts";
import { counted, firstOf, listed } from "../lib/english.ts";
import { formatMoney } from "../lib/money.ts";
import { formatInstant } from "../report/blocks/format.ts";
import type { Today } from "../report/today/today.ts";
import { figuresLine, type LabelledText, rowsOf, subjectOf } from "../report/today/words.ts";
import type { Notification, Outcome, Question } from "./notification.ts";

const longestName = 60;
const longestSentence = 400;
/** A list in a message; the rest is counted. */
const mostListed = 20;

/** A message as every channel can show it: plain lines without markup, and at most one link, which is ours. */
export interface Message {
  readonly id: string;
  /** The id of the message that it follows. */
  readonly follows?: string;
  readonly title: string;
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly lines: readonly string[];
  /** What each line is about, and the line. */
  readonly rows: readonly LabelledText[];
  readonly link?: Link;
  /** What a program may want to know of it. */
  readonly data: Notification;
}

export interface Link {
  readonly text: string;
  readonly url: string;
}

/**
 * A name that others may have chosen, as one short plain line that no mail program, chat or card makes a link, a mention or
 * markup of: behind each character that a link needs stands a thin space; within a domain a word joiner, which is not seen.
 */
export function inert(text: string): string {
  return apart(cleanText(text, longestName), /[.．。｡:/\\@#&<>()[\]|](?=\S)/g);
}

/** The same of a sentence of ours that may quote such a name: `EUR 0.90`, `09:00` and `(82 %).` stay as they are. */
export function inertText(text: string): string {
  const opening = /(?!(?<=\d)[.:](?=\d)|^\((?=\d)|\)(?=[.,;:]))[.．。｡:/\\@#&<>()[\]|](?=\S)/g;
  return apart(cleanText(text, longestSentence), opening);
}

/** Word by word; two words with a stroke between them, as in `DE/AT`, are no part of a link. */
function apart(text: string, opening: RegExp): string {
  return text.replaceAll(/\S+/g, (word) =>
    /^[\p{L}\d-]+\/[\p{L}\d-]+$/u.test(word)
      ? word
      : word.replaceAll(
          opening,
          `$&${/^(?!www\.)[\da-z-]+(?:\.[\da-z-]+)+[,;:]?$/.test(word) ? "\u2060" : "\u2009"}`,
        ),
  );
}

/** In our own words, with figures and names alone; instants in the desk's time zone. */
export function worded(notification: Notification, link: Link | undefined, timeZone?: string): Message {
  const { id } = notification;
  const said = parts(notification, { link, timeZone });
  return { id, lines: [], facts: [], rows: [], ...said, data: notification, link };
}

type Parts = Pick<Message, "title"> & Partial<Pick<Message, "facts" | "lines" | "rows" | "follows">>;
interface Setting {
  readonly link: Link | undefined;
  readonly timeZone: string | undefined;
}

function parts(notification: Notification, setting: Setting): Parts {
  switch (notification.kind) {
    case "question":
      return questionParts(notification.question, setting, "To decide");
    case "reminder":
      return {
        ...questionParts(notification.question, setting, "Refused soon if nobody decides"),
        follows: notification.of,
      };
    case "decided": {
      const { question, outcome, of } = notification;
      return {
        title: `${outcomeWords(outcome)}: ${what(question)}`,
        follows: of,
        facts: [["Campaign", inert(question.campaignName)]],
      };
    }
    case "stopped":
      return {
        title: `Stopped: ${inert(notification.scope)}`,
        facts: [
          ["By", inert(notification.by)],
          ["At", formatInstant(notification.at, setting.timeZone)],
        ],
        lines: ["Nothing more is bought under it until a person releases it."],
      };
    case "released":
      return { title: `Released: ${inert(notification.scope)}`, follows: notification.of };
    case "not stopped":
      return {
        title: `Not stopped yet: a buy at ${inert(notification.seller)}`,
        facts: [["Campaign", inert(notification.campaignName)]],
        lines: ["A stop order is over it, and its seller has not said that it is paused."],
      };
    case "digest":
      return notification.today === undefined ? { title: "Alerts" } : morningParts(notification.today);
  }
}

/** The campaigns of a morning, each with its figures and at most ten rows. */
function morningParts(today: Today): Parts {
  const wording = { foreign: inert, quoting: inertText, timeZone: today.timeZone };
  return {
    title: subjectOf(today, wording),
    rows: today.campaigns.flatMap((one) => [
      { label: "", text: `${inert(one.name)} · ${figuresLine(one)}` },
      ...rowsOf(one, wording),
    ]),
  };
}

function questionParts(question: Question, { link, timeZone }: Setting, asking: string): Parts {
  return {
    title: `${asking}: ${what(question)}`,
    facts: factsOf(question, timeZone),
    lines: [
      ...movesOf(question),
      link === undefined
        ? "Decide where flightdesk runs: flightdesk inbox."
        : "Decide in the console. This message and its link are view-only.",
    ],
  };
}

function what({ task, seller, vendor = seller, lines = [], change, total, moves }: Question): string {
  if (moves !== undefined) return `${formatMoney(total)} moved between ${counted(moves.length, "line")}`;
  const [line] = lines;
  if (change !== undefined && line !== undefined)
    return `${lines.length === 1 ? inert(line) : counted(lines.length, "line")} at ${inert(vendor)}, ${change}`;
  if (task === "sync_plans") return `the plan, ${formatMoney(total)}`;
  return `${tasks[task] ?? "a change"} at ${inert(vendor)}, ${formatMoney(total)}`;
}

function movesOf({ moves = [] }: Question): string[] {
  const all = moves.map(({ lineId, what: change }) => `${inert(lineId)}: ${change}`);
  return [
    ...firstOf(all, mostListed, (rest) => `and ${counted(rest, "more", "more")}`),
    ...(moves.length > 0 ? ["Without an answer nothing moves, and the next proposal takes its place."] : []),
  ];
}

const tasks: Readonly<Record<string, string>> = {
  create_media_buy: "a buy",
  update_media_buy: "a change of a buy",
  sync_creatives: "creatives",
  activate_signal: "a signal",
};

function factsOf(question: Question, timeZone: string | undefined): Message["facts"] {
  const { task, campaignName, seller, vendor = seller, lines = [], change, total, until } = question;
  const { needed, approvedBy, askedBy = [], reason, why = [] } = question;
  const facts: readonly (readonly [string, string | undefined])[] = [
    ["Campaign", inert(campaignName)],
    ["Vendor", task === "sync_plans" ? undefined : inert(vendor)],
    [lines.length === 1 ? "Line" : "Lines", lines.length === 0 ? undefined : namesIn(lines)],
    ["Change", change],
    [change === undefined ? "At most" : "More money, at most", formatMoney(total)],
    ["Asked by", askedBy.length === 0 ? undefined : listed(askedBy.map(inert))],
    ["Their reason", reason && inertText(reason)],
    ["Why a yes is needed", why.length === 0 ? undefined : why.map(inertText).join("; ")],
    ["Approvals", `${approvedBy.length} of ${needed}${names(approvedBy)}`],
    ["Expires, if nobody approves", until && formatInstant(until, timeZone)],
  ];
  return facts.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
}

function namesIn(lines: readonly string[]): string {
  return firstOf(lines.map(inert), mostListed).join(", ");
}

function names(people: readonly string[]): string {
  return people.length === 0 ? "" : ` (${listed(people.map(inert))})`;
}

function outcomeWords(outcome: Outcome): string {
  switch (outcome.type) {
    case "approved":
      return `Approved by ${listed(outcome.by.map(inert))}`;
    case "refused":
      return `Refused by ${inert(outcome.by)}`;
    case "overdue":
      return "Not booked: the approval expired";
    case "changed":
      return "No longer asked, it has changed";
    case "over":
      return "No longer asked";
  }
}
