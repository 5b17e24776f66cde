import { formatMoney } from "../lib/money.ts";
import type { Report, Standing } from "./report-schema.ts";

type Step = Report["steps"][number];

/** Something that happened to a step. */
export interface StepMoment {
  readonly at: string;
  readonly standing: Standing;
  readonly words: string;
  readonly details: readonly string[];
}

/** A step's verdicts, consent, sending and answer in the order in which they happened. */
export function stepMoments(step: Step): readonly StepMoment[] {
  const moments: StepMoment[] = step.verdicts.map(({ at, type, by, why, checkId }) => ({
    at,
    ...verdicts[type],
    words: `${verdicts[type].words} ${by}`,
    details: [...why, ...(checkId === undefined ? [] : [`(check ${checkId})`])],
  }));
  const { approval, rejection, sentAt, answeredAt, change } = step;
  if (change) moments.unshift(asked(change));
  if (approval)
    moments.push({ at: approval.at, standing: "done", words: `Agreed to by ${approval.by}`, details: [] });
  if (rejection)
    moments.push({
      at: rejection.at,
      standing: "refused",
      words: `Refused by ${rejection.by}`,
      details: [rejection.reason],
    });
  if (sentAt !== undefined)
    moments.push({ at: sentAt, standing: "open", words: `Sent to ${step.agentId}`, details: [] });
  if (answeredAt !== undefined) moments.push({ at: answeredAt, ...answer(step) });
  if (change?.check) moments.push(readBack(change.check));
  return moments.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}

const verdicts: Readonly<
  Record<Step["verdicts"][number]["type"], { readonly standing: Standing; readonly words: string }>
> = {
  approved: { standing: "done", words: "Approved by" },
  denied: { standing: "refused", words: "Refused by" },
  conditions: { standing: "held", words: "Conditions from" },
  escalated: { standing: "waiting", words: "Sent to a person by" },
  held: { standing: "held", words: "Held by" },
};

type Change = NonNullable<Step["change"]>;

function asked({ askedAt, askedBy, reason, differences }: Change): StepMoment {
  return {
    at: askedAt,
    standing: "open",
    words: `Asked for by ${askedBy.join(" and ")}`,
    details: [
      ...differences.map(({ what, before, after }) => `${what}: ${before} → ${after}.`),
      ...(reason === undefined ? [] : [`Why: ${reason}`]),
    ],
  };
}

function readBack({ at, made, findings, spent, kept }: NonNullable<Change["check"]>): StepMoment {
  if (!made) return { at, standing: "failed", words: "Read back, not as asked for", details: findings };
  return {
    at,
    standing: "done",
    words: "Read back, as asked for",
    details: [
      ...(spent === undefined ? [] : [`${formatMoney(spent)} is spent.`]),
      ...kept.map(({ stepId, planAmount }) => `${stepId} binds ${formatMoney(planAmount)} from now on.`),
    ],
  };
}

function answer({ agentId, receipt, reason, standing }: Step): Omit<StepMoment, "at"> {
  if (!receipt) {
    const words = standing === "failed" ? `${agentId} said no` : `No usable answer from ${agentId}`;
    return { standing, words, details: reason === undefined ? [] : [reason] };
  }
  const details = [
    ...(receipt.mediaBuyId === undefined ? [] : [`as ${receipt.mediaBuyId}`]),
    ...(receipt.taskId === undefined ? [] : [`under task ${receipt.taskId}`]),
    ...(receipt.replayed
      ? ["(replayed: it had already been done, and the first answer was given again)"]
      : []),
    ...(receipt.notes ?? []),
  ];
  const words = receipt.status === "done" ? `Done by ${agentId}` : `${agentId} is working on it`;
  return { standing: receipt.status === "done" ? "done" : "waiting", words, details };
}
