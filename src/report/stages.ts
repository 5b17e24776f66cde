/** The blocks of a text rendering, in the order in which a campaign reaches them. */
export const stages = [
  "brief",
  "feasibility",
  "sellers",
  "offers",
  "signals",
  "ranking",
  "readings",
  "plan",
  "preflight",
  "steps",
  "creatives",
  "delivery",
  "feedback",
  "ending",
] as const;

export type Stage = (typeof stages)[number];
