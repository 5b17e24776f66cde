import { moveWords } from "../../campaign/model/derived/moves.ts";
import type { ReallocationsOutput } from "../../desk/outputs/reallocations-output.ts";
import { formatMoney } from "../../lib/money.ts";
import { partsIn } from "../../lib/parts.ts";
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

export function linesOf(reallocation: ReallocationsOutput["reallocations"][number]) {
  const { id, at, why, moved, gain, sinceStart, outcome, moves } = reallocation;
  return partsIn<string>([
    `${id}, decided ${formatInstant(at)}: ${why}`,
    sinceStart !== undefined &&
      sinceStart.low !== sinceStart.high &&
      `  all moves before it: ${rangeWords(sinceStart)} ${outcome} against the plan left alone, over the whole flight`,
    moves.length === 0
      ? "  nothing moves"
      : `  moves ${formatMoney(moved)}; ${rangeWords(gain)} more ${outcome} expected until the end of the flight`,
    ...moves.map((move) => `  ${moveWords(move)}; ${statusWords[move.status] ?? move.status}`),
  ]);
}

/** `120 (-40 to 310 with 80 %)` */
function rangeWords({ low, mid, high }: ReallocationsOutput["reallocations"][number]["gain"]): string {
  return `${formatShort(mid)} (${formatShort(low)} to ${formatShort(high)} with 80 %)`;
}
