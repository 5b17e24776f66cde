import type { Brief } from "../../brief/brief.ts";
import type { Offer } from "../model/offers/offer.ts";
import type { Constraint } from "../model/people/targeting.ts";
import { measuredAs } from "./measurement.ts";
import { inCountries, inPlaces } from "./places.ts";
import { steered } from "./steered.ts";
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
  return (offer) => [...holds.map((hold) => hold(offer)), ...goals(offer)];
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
