import { z } from "zod";
import { viewabilityStandards } from "../brief.ts";
import { kpiMetrics } from "../kpi.ts";
import { share, target } from "./amount.ts";
import { domain, field, list, optional, text } from "./field.ts";

const kpi = z.strictObject({
  metric: field(z.enum(kpiMetrics), "What success is measured by.", "cpm"),
  target: optional(
    target,
    "A cost in the budget's currency, a rate or the part of the target group to reach as a percentage or a fraction of 1, times what is spent for ROAS, else a count. Where absent, as much as there is.",
    12.5,
    "30 EUR",
    "70%",
  ),
  event: optional(
    z.string().regex(/^[a-z]+(_[a-z]+)*$/),
    "The public standard's event that counts, where it is not the metric's own: purchase for conversions, lead for leads.",
    "qualify_lead",
  ),
  n: optional(z.int().positive(), "Contacts that reach_n counts people from; 3 where absent.", 4),
});

const leastRate = {
  at_least: field(share, "Least part of impressions: a percentage or a fraction of 1.", "70%"),
  vendor: optional(domain, "Who measures it, by domain.", "measures.example"),
};

const attribution = z.strictObject({
  click_days: optional(z.int().positive(), "Days after a click in which an action counts.", 30),
  view_days: optional(z.int().positive(), "Days after a view in which an action counts.", 1),
});

const pointFactor = z.strictObject({
  from: field(text, "The group whose points a seller tells, as the seller writes it.", "E 14-49"),
  factor: field(z.number().positive(), "Points of the brief's own group for each of them.", 0.9),
  source: field(text, "Who says so, and when.", "our panel, 2026"),
});

const measurement = z.strictObject({
  viewability: optional(
    z.strictObject({
      ...leastRate,
      standard: optional(z.enum(viewabilityStandards), "What counts as in view; mrc where absent.", "mrc"),
    }),
    "How much of it is to be in view.",
    { at_least: "70%" },
  ),
  completion: optional(z.strictObject(leastRate), "How much video and audio is to be played to its end.", {
    at_least: "80%",
  }),
  counted_by: optional(domain, "Third party whose count is paid by, by domain.", "measures.example"),
  point_factors: optional(
    list(pointFactor),
    "What rating points of other groups are in the brief's own; without it these are not known.",
    [{ from: "E 14-49", factor: 0.9, source: "our panel, 2026" }],
  ),
  attribution: optional(attribution, "How long actions count.", { click_days: 30, view_days: 1 }),
});

/** The fields of `brief.yaml` that say what success is and how it is measured. */
export const measurementFields = {
  kpi: optional(kpi, "The figure to reach.", { metric: "cpm", target: 12.5 }),
  measurement: optional(measurement, "How delivery is to be counted, and what it is to come up to.", {
    viewability: { at_least: "70%" },
  }),
};
