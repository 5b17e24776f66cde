import { lexiconOf } from "../grammar/lexicon.ts";
import { says } from "../grammar/phrases.ts";

/**
 * Lines that a mail program broke are one again; every character keeps its place. It breaks a line where the next word would not
 * have fitted into its width: a text in which a line goes on in small letters though there was room, as chats do, has none.
 */
export function unwrapped(text: string): string {
  const lines = text.split("\n");
  const widths = lines.map((line) => (quoted.test(line) ? 0 : line.length));
  const width = Math.max(...widths);
  const hasRoom = (i: number) => {
    const [next = ""] = /^\S+/.exec(lines[i + 1] ?? "") ?? [];
    return (lines[i]?.length ?? 0) + 1 + next.length <= width;
  };
  const isFilled = widths.filter((length) => length > width - longestGap).length > 1;
  const goesOn = lines.map(
    (line, i) =>
      endsOpen.test(line) &&
      (continues.test(lines[i + 1] ?? "") ||
        (isFilled && !hasRoom(i) && beginsWithNoun.test(lines[i + 1] ?? ""))),
  );
  const isBrokenByHand = lines.some(
    (line, i) => goesOn[i] === true && hasRoom(i) && line.length >= signature && !line.endsWith(","),
  );
  if (isBrokenByHand) return text;
  return lines
    .map((line, i) => {
      const isBroken =
        goesOn[i] === true && line.length >= shortest && !hasRoom(i) && (isFilled || endsAmidst.test(line));
      return `${line}${i === lines.length - 1 ? "" : isBroken ? " " : "\n"}`;
    })
    .join("");
}

const day = "\\d{1,4}[./-]\\d{1,2}[./-]\\d{2,4}|\\d{1,2}\\.? \\p{L}{3,10}\\.? \\d{4}";
/** "Flight | 22.03.2027 | 09.05.2027" */
const twoDays = new RegExp(`^(\\|?[^|\\n]{2,40}\\|)( ?(?:${day}) ?)\\|(?= ?(?:${day}) ?(?:\\||$))`, "gmu");
const ofCampaign = says("{of_campaign}");

/**
 * "When does it start? 20/09/2027": the questions of a form are labels of what stands behind them. "As promised. Area: Puglia": a label
 * within a line begins one.
 */
export function withLabels(text: string): string {
  const label = lexiconOf().pattern(
    "(?<=[.;!?]) (?=(?:{labels.places|labels.channels|labels.kpi|labels.objective})\\s?: )",
    "giu",
  );
  const lined = text.replaceAll(label, "\n").replaceAll(twoDays, (row, head: string, first: string) => {
    const end = head.length + first.length;
    return ofCampaign.test(head) ? `${row.slice(0, end)}–${row.slice(end + 1)}` : row;
  });
  const lines = lined.match(formLine) ?? [];
  return lines.length < leastLines ? lined : lined.replaceAll(formLine, (line) => line.replace("?", ":"));
}

/** "▪ Orte: Leipzig", "A. Budget: 58 000 €": whatever marks the items of a list is a dot, but for marks that may be ticks. */
export function withPlainMarks(text: string): string {
  const isLettered = (text.match(letteredItem) ?? []).length >= leastLines;
  const plain = text.replaceAll(listMark, "•");
  return isLettered ? plain.replaceAll(letteredItem, (mark) => "•".padEnd(mark.length)) : plain;
}

/** "Which cities? / Leeds and York": in a chat the question that ends a line is the label of the one below it. */
export function withAnswers(text: string): string {
  const asked = lexiconOf().pattern(
    "(?<lead>^[ \\t]{0,60}|[.!?,…][ \\t])¿?(?:{labels.places})[ \\t]?\\?[ \\t]?\\n(?=[^\\n?]{1,200}$)",
    "gimu",
  );
  return text.replaceAll(asked, (match, lead: string) => {
    const label = match.slice(lead.length).replace("¿", " ").replace("?", ":").replace("\n", " ");
    return `${lead.replace(/(?<=\S)\s$/, "\n")}${label}`;
  });
}

const listMark = /(?<=^[ \t]{0,12})[–—·▪▫◦‣●■►▸▶➤➢→⇒»](?=[ \t])/gmu;
const letteredItem = /(?<=^[ \t]{0,12})(?:\(?[A-Za-z][.)]|\d{1,2}\.\d{1,2}\.?)(?=[ \t][^\n:|]{2,60}[:|])/gmu;
const formLine = /^[^\n?:]{2,60}\?(?=[ \t]+[^\s?][^\n?]*$)/gmu;
/** Two such lines may be talk: "All well? Here comes the brief". */
const leastLines = 3;
const quoted = /^[ \t]*(?:>|\|)/;
const endsOpen = /[\p{L}\p{N},]$/u;
/** In small letters, but for "p.p." and the like before the name of who signs. */
const continues = /^(?!i\. ?[AV]\.|p\. ?p\.|gez\.|ppa\.)[\p{Ll}\d(]/u;
/** A German noun or a name, and no label: "Start: 1 March". */
const beginsWithNoun = /^\p{Lu}(?!.{0,60}[:|]).{12,}/u;
/** Shorter lines may be names below a mail; "Hello Ann," goes on in small letters in some languages. */
const signature = 16;
/** Behind a comma or a word such as "of" nobody breaks a line by hand. */
const endsAmidst = /(?:,| \p{Ll}{1,3})$/u;
/** Most characters that a long word leaves empty at the end of a line. */
const longestGap = 15;
/** Mail programs break lines at 60 characters and more. */
const shortest = 50;
