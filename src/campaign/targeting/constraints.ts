import type { Brief, LeastRate } from "../../brief/brief.ts";
import { type GoalMetric, measuredBy } from "../../brief/kpi.ts";
import { percent } from "../../lib/english.ts";
import { partsIn } from "../../lib/parts.ts";
import type { Offer } from "../model/offers/offer.ts";
import type { Constraint, PromisedRate } from "../model/people/targeting.ts";
import type { Hold } from "./hold.ts";
import { inCountries, inPlaces } from "./places.ts";
import {
  amongContent,
  capped,
  inDayparts,
  inLanguages,
  inWords,
  onDates,
  onDevices,
  paced,
  toPeople,
} from "./terms.ts";

/** What a brief asks of each package, and how an offer's package holds it, in the order of the brief. Pure. */
export function constraintsFor(brief: Brief): (offer: Offer) => Constraint[] {
  const holds = [
    onDates(brief),
    ...inCountries(brief),
    ...inPlaces(brief),
    ...paced(brief),
    ...capped(brief),
    ...inWords(brief),
    ...inLanguages(brief),
    ...toPeople(brief),
    ...onDevices(brief),
    ...inDayparts(brief),
    ...amongContent(brief),
    ...measuredAs(brief),
  ];
  const goals = steered(brief);
  return (offer) => {
    const own = [...holds.map((hold) => hold(offer)), ...goals(offer)];
    return offer.purchase === undefined ? own : own.map(unsent);
  };
}

/** An order for a bundle carries none of what its packages could: they are as its seller proposed them. */
function unsent({ sent, ...constraint }: Constraint): Constraint {
  if (sent === undefined) return constraint;
  const reason = "the order for a proposal cannot carry it; requested in the brief";
  return constraint.held === "product" ? constraint : { ...constraint, held: "brief", reason };
}

/** The hard constraints that an offer cannot hold and the brief does not call soft. */
export function unheldFor(brief: Brief): (offer: Offer) => Constraint[] {
  const { soft = [] } = brief;
  const isSoft = (field: string) => soft.some((name) => field === name || field.startsWith(`${name}.`));
  const holds = [...inCountries(brief), ...inPlaces(brief), ...toPeople(brief), ...amongContent(brief)];
  return (offer) =>
    holds
      .map((hold) => hold(offer))
      .filter(({ hard, held, field }) => hard === true && held === "none" && !isSoft(field));
}

/** What the public standard calls what sellers steer to; what is in view are its views. */
const names: Readonly<Partial<Record<GoalMetric, string>>> = {
  clicks: "clicks",
  views: "views",
  viewable_impressions: "views",
  completed_views: "completed_views",
  engagements: "engagements",
  follows: "follows",
  saves: "saves",
  profile_visits: "profile_visits",
  reach: "reach",
};

/** What the KPI asks of an offer's packages, where its seller steers them to it; events need a source that no brief names. */
function steered({ kpi, budget }: Brief): (offer: Offer) => Constraint[] {
  if (kpi === undefined) return () => [];
  const { unit, counts } = measuredBy(kpi.metric);
  const metric = counts && names[counts];
  // A price of 1,000 is none of one.
  const kind =
    unit === "cost" && counts !== "impressions" ? "cost_per" : unit === "rate" ? "threshold_rate" : undefined;
  return ({ steerable, currency }) => {
    if (metric === undefined || steerable?.metrics.includes(metric) !== true) return [];
    if (metric === "reach" && !steerable.reachUnits.includes("individuals")) return [];
    const isTarget =
      kind !== undefined &&
      steerable.targets.includes(kind) &&
      (kind === "threshold_rate" || currency === budget.currency);
    const goal = {
      kind: "metric",
      metric,
      ...(metric === "reach" && { reach_unit: "individuals" }),
      ...(isTarget && { target: { kind, value: kpi.target } }),
      priority: 1,
    };
    return [
      {
        field: "kpi",
        held: "wire",
        reason: `steered to ${metric.replaceAll("_", " ")}, by the order`,
        sent: { optimization_goals: [goal] },
      },
    ];
  };
}

/** An order names what its seller promises of the product already; more than that is asked for in words, unless refused. */
function measuredAs({ measurement = {} }: Brief): Hold[] {
  const { viewability, completion, countedBy, attribution } = measurement;
  return partsIn<Hold>([
    viewability !== undefined && rateHold("viewability", viewability, viewability.standard),
    completion !== undefined && rateHold("completion", completion),
    countedBy !== undefined && ((offer: Offer) => counted(countedBy, offer)),
    attribution !== undefined &&
      ((): Constraint => ({
        field: "measurement.attribution",
        held: "brief",
        reason: "orders name a window only with the events of an event source",
      })),
  ]);
}

const metrics = { viewability: "viewability", completion: "completion_rate" } as const;

function rateHold(name: keyof typeof metrics, { atLeast, vendor }: LeastRate, standard?: string): Hold {
  const field = `measurement.${name}` as const;
  const words = `${name} of at least ${percent(atLeast)}`;
  return ({ promised = {} }) => {
    const rate = promised[name];
    if (rate === undefined) return { field, held: "brief", reason: `${words}: no guarantee given` };
    const objection = objectionTo(rate, { atLeast, vendor, standard });
    if (objection !== undefined) return { field, held: "none", reason: `${words}: ${objection}` };
    return {
      field,
      held: "wire",
      reason: `${words}, by the order, as ${rate.vendor} measures it`,
      sent: {
        performance_standards: [
          {
            metric: metrics[name],
            threshold: atLeast,
            vendor: { domain: rate.vendor },
            ...(rate.standard !== undefined && { standard: rate.standard }),
          },
        ],
      },
    };
  };
}

function objectionTo(
  rate: PromisedRate,
  wanted: { readonly atLeast: number; readonly vendor?: string; readonly standard?: string },
): string | undefined {
  if (rate.atLeast < wanted.atLeast) return `its seller promises ${percent(rate.atLeast)}`;
  if (wanted.vendor !== undefined && rate.vendor !== wanted.vendor)
    return `${rate.vendor} measures it, and not ${wanted.vendor}`;
  if (wanted.standard !== undefined && rate.standard !== wanted.standard)
    return `it is measured by ${rate.standard ?? "no standard that its seller names"}, and not by ${wanted.standard}`;
  return undefined;
}

function counted(vendor: string, { promised = {} }: Offer): Constraint {
  const field = "measurement.counted_by";
  const words = `counted by ${vendor}`;
  if (promised.countedBy === undefined)
    return { field, held: "brief", reason: `${words}: its seller does not say whose count it bills` };
  if (promised.countedBy !== vendor)
    return { field, held: "none", reason: `${words}: its seller bills the count of ${promised.countedBy}` };
  return {
    field,
    held: "wire",
    reason: `${words}, by the order`,
    sent: { measurement_terms: { billing_measurement: { vendor: { domain: vendor } } } },
  };
}
