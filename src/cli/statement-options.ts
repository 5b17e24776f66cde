import { InvalidArgumentError } from "commander";

export const statementFormats = ["xlsx", "md", "json"] as const;
export type StatementFormat = (typeof statementFormats)[number];

/** `xlsx,md` as formats. Refuses what is none. */
export function statementFormatsOf(words: string): readonly StatementFormat[] {
  return words.split(",").map((word) => {
    const format = statementFormats.find((name) => name === word.trim());
    if (format === undefined)
      throw new InvalidArgumentError(`"${word}" is not one of ${statementFormats.join(", ")}.`);
    return format;
  });
}
