/** Control, formatting, zero-width, bidirectional and variation characters, and halves of surrogate pairs. */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * Foreign text as one plain line of at most `maxLength` code points: nothing in it can hide, reorder or move what is
 * shown around it. What is cut off is marked with an ellipsis.
 */
export function cleanText(text: string, maxLength: number): string {
  const line = text.replace(/\s+/g, " ").replace(invisible, "").replace(/ +/g, " ").trim().normalize("NFC");
  const points = Array.from(line);
  if (points.length <= maxLength) return line;
  return `${points
    .slice(0, maxLength - 1)
    .join("")
    .trimEnd()}…`;
}
