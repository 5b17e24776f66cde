import { writing } from "../../desk/files/writing.ts";
import type { AnswerOf } from "../../desk/operations.ts";
import { messageOf } from "../../lib/cause.ts";
import type { Clock } from "../../lib/clock.ts";
import { counted } from "../../lib/english.ts";
import { writePrivateFile } from "../../lib/files/private-file.ts";

type Listed = AnswerOf<"match-packages">;

/** How often the ledger is read: what is paused is off the list within a second. */
const pollMs = 250;

/** Writes the list whole: whoever reads it has the one before or this one. */
export function writeList(file: string, { list }: Listed): void {
  writing(file, () => writePrivateFile(file, `${JSON.stringify(list, null, 2)}\n`));
}

export interface ListKept {
  readonly file: string;
  readonly list: () => Promise<Listed>;
  /** Whether anything was recorded since it was asked last. */
  readonly hasChanged: () => Promise<boolean>;
  readonly validFor: number;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly note: (line: string) => void;
}

/** Writes the list again with each change of the ledger, and before it runs out. Who cannot write lets it run out. */
export async function keepList({ file, list, hasChanged, validFor, clock, signal, note }: ListKept) {
  let dueAt = Number.NEGATIVE_INFINITY;
  while (!signal.aborted) {
    try {
      if ((await hasChanged()) || clock.now() >= dueAt) {
        // Due again at once where it fails on the way.
        dueAt = Number.NEGATIVE_INFINITY;
        writeList(file, await list());
        dueAt = clock.now() + validFor / 3;
      }
    } catch (cause) {
      note(`${file} is not renewed: ${messageOf(cause)}`);
    }
    await clock.sleep(pollMs, signal).catch(() => undefined);
  }
}

export function listText({ list: { packages, valid_until }, leftOut }: Listed): string {
  return [
    `${counted(packages.length, "package")} may be matched until ${valid_until}`,
    ...packages.map(
      ({ package_id, seller_agent, start, end }) =>
        `  ${package_id} of ${seller_agent.agent_url}, ${start} to ${end}`,
    ),
    ...leftOut.map(({ campaign, lineId, why }) => `  not ${lineId} of ${campaign}: ${why}`),
  ].join("\n");
}
