import { cleanText } from "../../lib/clean-text.ts";

/** Foreign text that Markdown shows as it is: no markup, no table border, no link, no HTML. */
export function markdownText(text: string): string {
  return withinLine(text).replace(/^([-+=]|\d+(?=\.))/, "&#8203;$1");
}

/** The same behind other text, where nothing begins a list. */
function withinLine(text: string): string {
  return cleanText(text, 10_000)
    .replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`)
    .replace(/[\\`*_[\]{}()#!|~$]/g, "\\$&")
    .replace(/:(?=\/\/)/g, "&#58;")
    .replace(/\bwww\./gi, (match) => `${match.slice(0, 3)}&#46;`)
    .replace(/@/g, "&#64;");
}

/** A table; cells are escaped. Columns whose label ends in `>` are aligned to the right. */
export function markdownTable(labels: readonly string[], rows: readonly (readonly string[])[]): string[] {
  if (rows.length === 0) return [];
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [
    line(labels.map((label) => label.replace(/>$/, ""))),
    line(labels.map((label) => (label.endsWith(">") ? "---:" : "---"))),
    ...rows.map((cells) => line(cells.map(withinLine))),
    "",
  ];
}

export function markdownList(items: readonly string[]): string[] {
  return items.length === 0 ? [] : [...items.map((item) => `- ${markdownText(item)}`), ""];
}
