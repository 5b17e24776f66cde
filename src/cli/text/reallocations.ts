import { moveWords } from "../../campaign/model/derived/moves.ts";
import type { ReallocationsOutput } from "../../desk/outputs/reallocations-output.ts";
import { formatMoney } from "../../lib/money.ts";
import { formatInstant, formatShort } from "../../report/blocks/format.ts";

/** Each decision with its moves, the newest last. */
export function reallocationsText({ campaign, refused, reallocations }: ReallocationsOutput): string {
  if (refused !== undefined) return `nothing is taken back: ${refused}`;
  if (reallocations.length === 0) return `${campaign}: no reallocation has been decided yet`;
  return reallocations.flatMap(linesOf).join("\n");
}

/** How far a move is made; a step's own status is a word already. */
const statusWords: Readonly<Record<string, string>> = {
  "not-requested": "not asked for",
  agreed: "agreed to, not seen yet",
};

export function linesOf({
  id,
  at,
  why,
  moved,
  gain,
  outcome,
  moves,
}: ReallocationsOutput["reallocations"][number]) {
  const head = `${id}, decided ${formatInstant(at)}: ${why}`;
  if (moves.length === 0) return [head, "  nothing moves"];
  const range = `${formatShort(gain.mid)} (${formatShort(gain.low)} to ${formatShort(gain.high)})`;
  return [
    head,
    `  moves ${formatMoney(moved)}; ${range} more ${outcome} expected until the end of the flight`,
    ...moves.map((move) => `  ${moveWords(move)}; ${statusWords[move.status] ?? move.status}`),
  ];
}
