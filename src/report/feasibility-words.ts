import type { Report, Standing } from "./report-schema.ts";

type Finding = NonNullable<Report["feasibility"]>[number];

/** `cannot hold`, `doubtful`, `holds` */
export function feasibilityWord({ result }: Finding): string {
  return result === "contradicts" ? "cannot hold" : result;
}

export function feasibilityStanding({ result }: Finding): Standing {
  return result === "holds" ? "done" : result === "doubtful" ? "waiting" : "failed";
}

/** `It would hold with a, b or c.`; empty where it holds. */
export function remedyWords({ remedies }: Finding): string {
  const last = remedies.at(-1);
  if (last === undefined) return "";
  const others = remedies.slice(0, -1).join(", ");
  return `It would hold with ${others === "" ? last : `${others} or ${last}`}.`;
}
