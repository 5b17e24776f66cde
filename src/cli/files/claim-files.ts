import { join } from "node:path";
import type { AnswerOf } from "../../desk/operations.ts";
import { renderCsv } from "../../report/renderers/csv.ts";
import { reportedSheet } from "../../report/sections/under-delivery.ts";
import { writeFile } from "./write-file.ts";

/** Writes each letter, and beside it the days that it covers, and prints the files' paths. */
export function writeClaims(claims: AnswerOf<"claims">["claims"], folder: string): void {
  for (const claim of claims) {
    const days = reportedSheet(claim);
    const files: readonly (readonly [string, string | undefined])[] = [
      [`${days.name}.txt`, claim.claim],
      [`${days.name}.csv`, renderCsv(days)],
    ];
    if (claim.claim === undefined)
      process.stderr.write(
        `${claim.lineId}: no letter, as its delivery was not guaranteed. Proposed: ${claim.proposal}\n`,
      );
    for (const [name, content] of files) {
      if (content === undefined) continue;
      const path = join(folder, name);
      writeFile(path, content, { isWanted: true });
      process.stdout.write(`${path}\n`);
    }
  }
}
