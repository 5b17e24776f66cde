import type { Orphan } from "../../campaign/model/learned/orphan.ts";
import type { AnswerOf } from "../../desk/operations.ts";
import { cleanText } from "../../lib/clean-text.ts";
import { counted } from "../../lib/english.ts";
import { formatMoney } from "../../lib/money.ts";
import { partsIn } from "../../lib/parts.ts";

export function atSellersText(world: NonNullable<AnswerOf<"verify">["world"]>): string {
  const { contacted, silent, buys, outcomes, sums } = world;
  const found =
    buys.length + outcomes.length === 0
      ? "they hold nothing that the ledger does not know"
      : `they hold ${buys.length} buys and ${outcomes.length} outcomes that the ledger does not know`;
  return partsIn<string>([
    `${contacted.length} agents asked: ${found}`,
    ...buys.map((buy) => `  ${orphanText(buy)}`),
    ...outcomes.map(({ campaign, checkId, reference, amount }) => {
      const worth = amount === undefined ? "an amount not reported" : formatMoney(amount);
      const names = [checkId, reference].filter((name) => name !== undefined).join(", ");
      return `  governance has a record of ${worth} in ${campaign}${names === "" ? "" : ` (${names})`}, and not from this ledger`;
    }),
    ...sums.map(({ agentId, amount }) => `  together at ${agentId}: ${formatMoney(amount)}`),
    ...silent.map(({ agentId, reason }) => `  ${agentId} did not list what it has: ${reason}`),
    buys.length + outcomes.length > 0 &&
      "Was the ledger restored from an older copy? docs/backup.md says what to do.",
  ]).join("\n");
}

/** One line: which buy, how much, how it stands, and why it is an orphan. */
export function orphanText(orphan: Orphan): string {
  const { mediaBuyId, sellerId, amount, status, because, reference } = orphan;
  const worth = amount === undefined ? "amount not reported" : formatMoney(amount);
  return `${mediaBuyId} at ${sellerId}, ${worth}, ${status}${reference === undefined ? "" : `, ordered as ${reference}`}: ${because}`;
}

/** Each orphan with what a person can do about it; nothing is changed at any seller. */
export function orphansText({ contacted, silent, orphans }: AnswerOf<"orphans">): string {
  return [
    `${contacted.length} of ${counted(contacted.length + silent.length, "seller")} listed their buys: ${orphans.length === 0 ? "nothing there that the ledger does not know" : `${counted(orphans.length, "buy")} that the ledger does not hold as bought`}`,
    ...orphans.flatMap((orphan) => [
      `  ${orphanText(orphan)}`,
      '    ask the seller; to pause it, with its id and {"status": "paused"} as `updates` in a file:',
      `    flightdesk call ${orphan.agentUrl} update_media_buy --args pause.json --execute`,
    ]),
    ...silent.map(({ sellerId, reason }) => `  ${sellerId} did not list its buys: ${reason}`),
  ].join("\n");
}

/** What `audit verify` found. */
export function verifyText({ campaigns, faults, world }: AnswerOf<"verify">): string {
  const lines = faults.map(({ campaignId, sequence, reason }) =>
    cleanText(`${campaignId || "the ledger"}${sequence === 0 ? "" : ` at ${sequence}`}: ${reason}`, 500),
  );
  const sound = lines.length === 0 ? [`${campaigns} campaigns, every entry as it was written`] : lines;
  return [...sound, ...(world ? [atSellersText(world)] : [])].join("\n");
}

export function replayText(replayed: Omit<AnswerOf<"replay">, "command">): string {
  const { campaignId, broken, decisions, planDigest, recordedPlanDigest } = replayed;
  const changed = decisions.filter(({ same }) => !same);
  return partsIn<string>([
    `${campaignId}: ${decisions.length} decisions made again, ${decisions.length - changed.length} come out the same`,
    planDigest !== undefined &&
      `plan ${planDigest}${planDigest === recordedPlanDigest ? ", as recorded" : `, recorded was ${recordedPlanDigest}`}`,
    ...broken.map(({ sequence, key }) => `entry ${sequence} (${key}): its seal does not fit what it holds`),
    ...changed.map(
      ({ sequence, about, difference }) => `entry ${sequence}: ${about} comes out differently, ${difference}`,
    ),
  ]).join("\n");
}
