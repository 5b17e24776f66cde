import { groupBy } from "../../lib/group-by.ts";
import { bundleWords } from "../model/offers/bundle.ts";
import type { Offer } from "../model/offers/offer.ts";
import type { AllocationProblem, CandidateBundle } from "./allocator.ts";
import { productKey } from "./order.ts";

/** The bundles among candidates, by what each is made of. */
export function bundlesOf(offers: readonly Offer[]): CandidateBundle[] {
  const places = [...offers.keys()];
  const byBundle = groupBy(
    places.filter((place) => offers[place]?.purchase !== undefined),
    (place) => offers[place]?.purchase?.bundle.id ?? "",
  );
  return [...byBundle.values()].flatMap((members) => {
    const own = members.flatMap((place) => offers[place] ?? []);
    const bundle = own[0]?.purchase?.bundle;
    if (bundle === undefined) return [];
    const products = new Set(own.map(productKey));
    const excludes = places.filter((place) => {
      const other = offers[place];
      if (other === undefined || members.includes(place)) return false;
      return other.purchase?.bundle.lineage === bundle.lineage || products.has(productKey(other));
    });
    return [{ words: bundleWords(bundle), members, excludes }];
  });
}

/** All that is bought with a candidate: the bundle that it is part of, or it alone. */
export function boughtWith({ bundles = [] }: AllocationProblem, place: number): readonly number[] {
  return bundles.find(({ members }) => members.includes(place))?.members ?? [place];
}

/** Every bundle that a choice of candidates tears apart, or has beside what excludes it: a sentence each. */
export function tornBundles({ bundles = [] }: AllocationProblem, chosen: ReadonlySet<number>): string[] {
  return bundles.flatMap(({ words, members, excludes }) => {
    const taken = members.filter((place) => chosen.has(place)).length;
    if (taken === 0) return [];
    if (taken < members.length) return [`${words}, is bought in part`];
    return excludes.some((place) => chosen.has(place))
      ? [`${words}, is bought beside what it takes the place of`]
      : [];
  });
}

/** The same problem with every bundle left. */
export function withoutBundles(problem: AllocationProblem): AllocationProblem {
  const { bundles = [], groups } = problem;
  const members = bundles.flatMap((one) => one.members);
  return { ...problem, groups: [...groups, { name: "bundles", members, least: 0, most: 0, basis: "none" }] };
}
