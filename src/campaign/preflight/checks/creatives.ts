import { cleanText } from "../../../lib/clean-text.ts";
import { counted, firstOf } from "../../../lib/english.ts";
import { type CoverageRow, servedBy } from "../../plan/creatives/coverage.ts";
import type { Check } from "../facts.ts";

const mostNamed = 6;

/** Packages that would be paid for and in which nothing can run: there is no creative for them, and none can be built. */
export const creatives: Check = ({ brief, coverage }) => {
  const empty = coverage.filter((row) => row.cells.length > 0 && servedBy(row).length === 0);
  const canBuild = ({ cells }: CoverageRow) => cells.some(({ builder }) => builder !== undefined);
  const isBare = brief.creatives.length === 0 && brief.message === undefined;
  const wordless = brief.message === undefined ? empty.filter(canBuild) : [];
  const unbuilt = empty.filter((row) => !canBuild(row));
  const among = (rows: readonly CoverageRow[]) => `${rows.length} of ${counted(coverage.length, "package")}`;
  if (isBare && empty.length > 0)
    return {
      result: "ask",
      where: "creatives",
      what: `The brief has no creatives, and no message to build any from: nothing can run in ${among(empty)}.`,
      todo: "Add creatives or a message to the brief, or agree to pay for packages in which nothing runs yet.",
    };
  return [
    wordless.length > 0 && {
      result: "ask",
      where: "message",
      what: `No creative fits ${among(wordless)}, and the brief has no message to build one from: ${named(wordless)}.`,
      todo: "Add a message or a creative in one of these formats, or agree to pay for them all the same.",
    },
    unbuilt.length > 0 && {
      result: "ask",
      where: "creatives",
      what: `No creative fits ${among(unbuilt)}, and no creative agent builds one: ${named(unbuilt)}.`,
      todo: "Add a creative in one of these formats, exclude the seller, or agree to pay for them all the same.",
    },
  ];
};

function named(rows: readonly CoverageRow[]): string {
  const words = rows.map(({ line, cells }) =>
    cleanText(`${line.lineId} (${[...new Set(cells.map(({ format }) => format.id))].join(", ")})`, 200),
  );
  return firstOf(words, mostNamed, (rest) => `and ${rest} more`).join("; ");
}
