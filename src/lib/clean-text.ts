/** Control, formatting, zero-width, bidirectional and variation characters, and halves of surrogate pairs. */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;

/** What already is one plain line: printable ASCII without a space at an end or two together. */
const plain = /^(?:[!-~]+(?: [!-~]+)*)?$/;

/** Characters at the beginning of a text of which at most `maxLength` code points are kept: the rest is never read. */
export function scannedLength(maxLength: number): number {
  return 4 * maxLength + 1_000;
}

/**
 * Foreign text as one plain line of at most `maxLength` code points: nothing in it can hide, reorder or move what is
 * shown around it. What is cut off is marked with an ellipsis. Costs no more for a text that has no end.
 */
export function cleanText(text: string, maxLength: number): string {
  if (text.length <= maxLength && plain.test(text)) return text;
  const read = text.slice(0, scannedLength(maxLength));
  const line = read.replace(/\s+/g, " ").replace(invisible, "").replace(/ +/g, " ").trim().normalize("NFC");
  const points = Array.from(line);
  if (points.length <= maxLength && read.length === text.length) return line;
  return `${points
    .slice(0, maxLength - 1)
    .join("")
    .trimEnd()}…`;
}

/** JSON text in which what a terminal would execute or hide is spelled out: `\u009b`. It parses to the same value. */
export function plainJson(json: string): string {
  return json.replace(/[\u007f-\u009f\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, (character) =>
    Array.from(
      { length: character.length },
      (_, i) => `\\u${character.charCodeAt(i).toString(16).padStart(4, "0")}`,
    ).join(""),
  );
}

/** One word of a shell command. Sellers name themselves: what a shell could take for more than a word is quoted. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./~-]+$/.test(text) && !text.startsWith("~")
    ? text
    : `'${text.replaceAll("'", `'\\''`)}'`;
}
