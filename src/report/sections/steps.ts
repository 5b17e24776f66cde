import { isOrder } from "../../campaign/model/step/kinds.ts";
import { formatMoney } from "../../lib/money.ts";
import { chip, purchaseChip } from "../blocks/cell.ts";
import { type Change, list, type Moment, only, prose, type Section } from "../blocks/document.ts";
import { formatInstant, textsOf } from "../blocks/format.ts";
import type { Status } from "../blocks/schema.ts";
import { printMedia } from "../blocks/table.ts";
import type { Step, Steps } from "./described/steps.ts";

/** Every change with each verdict, approval and receipt in order. */
export const steps: Section<{ readonly steps: Steps }> = {
  id: "governance",
  appendix: true,
  name: "Governance",
  title: "Governance and receipts",
  none: "nothing to be changed yet",
  blocks: ({ steps }) => {
    if (steps.length === 0) return [];
    const indexes = steps.filter(isReportedIndex);
    return [
      only(
        printMedia,
        prose(
          "Nothing is sent before local policies and the governance agent approve exactly what is sent, and a person where either asks.",
        ),
      ),
      { type: "changes", changes: steps.filter((step) => !isReportedIndex(step)).map(changeOf) },
      list(indexes.map(sentIndex), `Indices sent to sellers: ${indexes.length}`, "fold"),
    ];
  },
};

/** There is one for each package and week: a long flight has dozens. */
function isReportedIndex({ task, status }: Step): boolean {
  return task === "provide_performance_feedback" && status === "done";
}

/** `2027-03-01 08:00 UTC: send … its performance index 1.12 …, approved by house-rules.yaml, governance agent (check chk_23)` */
function sentIndex({ purpose, verdicts, answeredAt = "" }: Step): string {
  const checked = verdicts.map(({ by, checkId }) =>
    checkId === undefined ? by : `${by} (check ${checkId})`,
  );
  return `${formatInstant(answeredAt)}: ${purpose}, approved by ${checked.join(", ")}`;
}

function changeOf(step: Step): Change {
  const { purpose, amount, task, agentId, status, statusText, reason, change } = step;
  return {
    chip: isOrder({ task }) ? purchaseChip(status) : chip(status),
    purpose,
    amount: amount.minor > 0 ? formatMoney(amount) : "",
    task,
    agentId,
    status: reason === undefined ? statusText : `${statusText}: ${reason}`,
    // A line that is cut is no routine, although it costs nothing.
    routine: status === "done" && amount.minor === 0 && change === undefined,
    moments: stepMoments(step),
  };
}

/** A step's verdicts, approval, sending and answer in the order in which they happened. */
function stepMoments(step: Step): readonly Moment[] {
  const { approval, rejection, sentAt, answeredAt, change, agentId } = step;
  const plain = (at: string, stepStatus: Status, words: string, ...details: string[]): Moment => ({
    at,
    status: stepStatus,
    words,
    details,
  });
  const moments = [
    change && requestMoment(change),
    ...step.verdicts.map(({ at, type, by, why, checkId }) => {
      const { status: stepStatus, words } = verdicts[type];
      return plain(at, stepStatus, `${words} ${by}`, ...why, ...textsOf(checkId && `(check ${checkId})`));
    }),
    approval && plain(approval.at, "done", `Agreed to by ${approval.by}`),
    rejection && plain(rejection.at, "refused", `Refused by ${rejection.by}`, rejection.reason),
    sentAt !== undefined && plain(sentAt, "open", `Sent to ${agentId}`),
    answeredAt !== undefined && { at: answeredAt, ...answer(step) },
    change?.check && readBack(change.check),
  ].filter((moment) => moment !== undefined && moment !== false);
  return moments.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}

const verdicts: Readonly<
  Record<Step["verdicts"][number]["type"], { readonly status: Status; readonly words: string }>
> = {
  approved: { status: "done", words: "Approved by" },
  denied: { status: "refused", words: "Refused by" },
  conditions: { status: "held", words: "Conditions from" },
  escalated: { status: "waiting", words: "Sent to a person by" },
  held: { status: "held", words: "Held by" },
};

type BuyChange = NonNullable<Step["change"]>;

function requestMoment({ requestedAt, requestedBy, reason, differences }: BuyChange): Moment {
  return {
    at: requestedAt,
    status: "open",
    words: `Asked for by ${requestedBy.join(" and ")}`,
    details: textsOf(
      differences.map(({ what, before, after }) => `${what}: ${before} → ${after}.`),
      reason !== undefined && `Why: ${reason}`,
    ),
  };
}

function readBack({ at, made, findings, spent, retained }: NonNullable<BuyChange["check"]>): Moment {
  if (!made) return { at, status: "failed", words: "Read back, not as asked for", details: findings };
  return {
    at,
    status: "done",
    words: "Read back, as asked for",
    details: textsOf(
      spent && `${formatMoney(spent)} is spent.`,
      retained.map(({ planAmount }) => `Committed there is now ${formatMoney(planAmount)}.`),
    ),
  };
}

function answer({ agentId, receipt, reason, status }: Step): Omit<Moment, "at"> {
  if (!receipt) {
    const words = status === "failed" ? `${agentId} said no` : `No usable answer from ${agentId}`;
    return { status, words, details: textsOf(reason) };
  }
  const details = textsOf(
    receipt.mediaBuyId !== undefined && `as ${receipt.mediaBuyId}`,
    receipt.taskId !== undefined && `under task ${receipt.taskId}`,
    receipt.replayed && "(replayed: it had already been done, and the first answer was given again)",
    receipt.notes,
  );
  const words = receipt.status === "done" ? `Done by ${agentId}` : `${agentId} is working on it`;
  return { status: receipt.status === "done" ? "done" : "waiting", words, details };
}
