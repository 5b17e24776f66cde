import type { Section } from "./blocks/document.ts";
import type { Report } from "./report.ts";
import { answer } from "./sections/answer.ts";
import { brief } from "./sections/brief.ts";
import { creatives } from "./sections/creatives.ts";
import { delivery } from "./sections/delivery.ts";
import { feasibility } from "./sections/feasibility.ts";
import { feedback } from "./sections/feedback.ts";
import { method } from "./sections/method.ts";
import { offers } from "./sections/offers.ts";
import { plan } from "./sections/plan.ts";
import { preflight } from "./sections/preflight.ts";
import { readings } from "./sections/readings.ts";
import { reallocations } from "./sections/reallocations.ts";
import { reconciliation } from "./sections/reconciliation.ts";
import { scenarios } from "./sections/scenarios.ts";
import { answers, notAsked, sellers } from "./sections/sellers.ts";
import { signals } from "./sections/signals.ts";
import { steps } from "./sections/steps.ts";
import { underDeliveries } from "./sections/under-delivery.ts";

/** What a text begins with. */
export const opening: Section<Report> = answer;

/** The sections of a page, a Markdown text and a workbook, in order; those of the appendix come last. */
export const contents: readonly Section<Report>[] = [
  plan,
  delivery,
  feedback,
  reallocations,
  underDeliveries,
  scenarios,
  offers,
  brief,
  feasibility,
  sellers,
  readings,
  signals,
  preflight,
  steps,
  creatives,
  reconciliation,
  method,
];

/** The parts of a text rendering, in the order in which a campaign reaches them. */
export const stages = [
  "brief",
  "feasibility",
  "sellers",
  "not asked",
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

/** What a terminal shows of each; the ending is made by hand. */
export const stageSections: Readonly<
  Record<Exclude<Stage, "ending">, Pick<Section<Report>, "blocks" | "none">>
> = {
  brief,
  feasibility,
  sellers,
  "not asked": notAsked,
  offers: answers,
  signals,
  ranking: offers,
  readings,
  plan,
  preflight,
  steps,
  creatives,
  delivery,
  feedback,
};
