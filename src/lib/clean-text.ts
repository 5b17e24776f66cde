/** Control, formatting, zero-width, bidirectional and variation characters, and halves of surrogate pairs. */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;

/** What already is one plain line: printable ASCII without a space at an end or two together. */
const plain = /^(?:[!-~]+(?: [!-~]+)*)?$/;

/**
 * Foreign text as one plain line of at most `maxLength` code points: nothing in it can hide, reorder or move what is
 * shown around it. What is cut off is marked with an ellipsis.
 */
export function cleanText(text: string, maxLength: number): string {
  if (text.length <= maxLength && plain.test(text)) return text;
  const line = text.replace(/\s+/g, " ").replace(invisible, "").replace(/ +/g, " ").trim().normalize("NFC");
  const points = Array.from(line);
  if (points.length <= maxLength) return line;
  return `${points
    .slice(0, maxLength - 1)
    .join("")
    .trimEnd()}…`;
}
