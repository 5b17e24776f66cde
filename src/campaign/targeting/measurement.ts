import type { Brief, LeastRate } from "../../brief/brief.ts";
import { percent } from "../../lib/english.ts";
import { partsIn } from "../../lib/parts.ts";
import type { Offer } from "../model/offers/offer.ts";
import type { Constraint, PromisedRate } from "../model/people/targeting.ts";
import type { Hold } from "./hold.ts";

/** An order names what its seller promises of the product already; more than that is asked for in words, unless refused. */
export function measuredAs({ measurement = {} }: Brief): Hold[] {
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
