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

/** "When does it start? 20/09/2027": the questions of a form are labels of what stands behind them. */
export function withLabels(text: string): string {
  const lines = text.match(formLine) ?? [];
  return lines.length < leastLines ? text : text.replaceAll(formLine, (line) => line.replace("?", ":"));
}

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
