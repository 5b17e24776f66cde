import { cleanText } from "../../lib/clean-text.ts";

/** Columns that a text takes in a terminal: two for wide characters and emoji. */
export function textWidth(text: string): number {
  let width = 0;
  for (const character of text) width += combining.test(character) ? 0 : wide.test(character) ? 2 : 1;
  return width;
}

/** Foreign text as one line of at most `width` columns; what is cut off is marked. */
export function fitText(text: string, width: number): string {
  const line = cleanText(text, 10_000);
  if (textWidth(line) <= width) return line;
  let fitted = "";
  for (const character of line) {
    if (textWidth(fitted + character) > width - 1) break;
    fitted += character;
  }
  return `${fitted}…`;
}

/** Foreign text as lines of at most `width` columns, broken at spaces where there are any. */
export function wrapText(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of cleanText(text, 10_000).split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (textWidth(longer) <= width) {
      line = longer;
      continue;
    }
    if (line !== "") lines.push(line);
    line = fitText(word, width);
  }
  return line === "" ? lines : [...lines, line];
}

const combining = /\p{M}/u;
const wide =
  /[\p{Emoji_Presentation}\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\uff01-\uff60]/u;
