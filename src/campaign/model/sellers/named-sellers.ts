import type { Brief } from "../../../brief/brief.ts";
import { isNamedBy } from "../../../lib/address.ts";
import { distance } from "../../../lib/nearest.ts";
import type { Seller } from "./seller.ts";

/** What a seller goes by. */
type Known = Pick<Seller, "id" | "domain" | "otherNames" | "name" | "groupId">;

/**
 * Whether a brief that avoids a seller means this one by what it writes: its domain, one above it, the name that the registry has for
 * it, or that of its domain, "Nordlicht" for nordlicht.example. One too many is avoided rather than one too few.
 */
export function isMeant(seller: Known, written: string): boolean {
  return isMeantByDomain(seller, written) || isMeantByName(seller, written) || isLabelOf(seller, written);
}

function isLabelOf(seller: Known, written: string): boolean {
  return labelsOf(seller).some((label) => joined(label) === joined(written));
}

/** "nordlicht" of `shop.nordlicht.example/path`. */
function labelsOf(seller: Known): string[] {
  return hostsOf(seller).map((host) => host.split(".").at(-2) ?? "");
}

function hostsOf({ id, domain, otherNames = [] }: Known): string[] {
  return [id, domain, ...otherNames].map((own) => own.split("/")[0] ?? "");
}

/** "Nord Licht", "Nord-Licht" and "nordlicht" are one. */
function joined(name: string): string {
  return folded(name).replaceAll(" ", "");
}

function isMeantByDomain({ id, domain, otherNames = [] }: Known, written: string): boolean {
  return [id, domain, ...otherNames].some((own) => isNamedBy(own, written));
}

function isMeantByName({ name = "" }: Known, written: string): boolean {
  return folded(name) !== "" && folded(name) === folded(written);
}

/**
 * Whether a text may speak of a seller: by its domain, by its name or by the first word of it, as people shorten names, with one slip
 * in it where it is long. It rather finds one too many: whoever asks shows the text to a person.
 */
export function isMentioned(seller: Known, text: string): boolean {
  const { name = "" } = seller;
  const words = folded(text).split(" ");
  const [hosts, labels] = [hostsOf(seller), labelsOf(seller)];
  const [first = ""] = folded(name).split(" ");
  const called = [name, ...hosts, ...labels, ...labels.map((label) => label.replaceAll("-", ""))].map(folded);
  return [...called.filter((one) => one.length > 2), ...(first.length >= leastFirstWord ? [first] : [])].some(
    (one) => {
      const slips = one.length >= leastWithSlip ? 1 : 0;
      const count = one.split(" ").length;
      return words.some((_, i) => {
        const some = words.slice(i, i + count).join(" ");
        return Math.abs(some.length - one.length) <= slips && distance(some, one) <= slips;
      });
    },
  );
}

/** Letters: shorter ones are words of every text, or one slip away from one. */
const leastFirstWord = 5;
const leastWithSlip = 6;

/** Letters and digits alone: `Metropol-Screens ` is `metropol screens`. */
function folded(name: string): string {
  return name
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** Whom a seller counts for: the one behind all of its names. */
function countedAs({ id, groupId = id }: Known): string {
  return groupId;
}

/**
 * Those that the brief buys from alone, as they are counted; undefined where it names none. A name that several sellers have
 * means none of them: anybody can take a name, nobody another's domain.
 */
export function onlySellers(
  { limits: { onlySellers: names } }: Pick<Brief, "limits">,
  sellers: readonly Known[],
): ReadonlySet<string> | undefined {
  return names && new Set(names.flatMap((written) => meantBy(written, sellers)));
}

function meantBy(written: string, sellers: readonly Known[]): readonly string[] {
  const byDomain = sellers.filter((seller) => isMeantByDomain(seller, written));
  if (byDomain.length > 0) return byDomain.map(countedAs);
  const byName = new Set(sellers.filter((seller) => isMeantByName(seller, written)).map(countedAs));
  return byName.size === 1 ? [...byName] : [];
}

/** Those that the brief avoids, as they are counted: whoever goes by what it writes. */
export function avoidedSellers(
  { limits: { excludedSellers } }: Pick<Brief, "limits">,
  sellers: readonly Known[],
): ReadonlySet<string> {
  const avoided = sellers.filter((seller) => excludedSellers.some((written) => isMeant(seller, written)));
  return new Set(avoided.map(countedAs));
}

/** Something written in a brief's lists of sellers that identifies no seller. */
export interface UnclearSeller {
  readonly field: "limits.excluded_sellers" | "limits.only_sellers";
  readonly written: string;
  /** Domains of those that go by it where several do. */
  readonly candidates: readonly string[];
  /** Domains of those that it may be a slip or a short form of. */
  readonly near: readonly string[];
}

export function unclearSellers(
  { limits }: Pick<Brief, "limits">,
  sellers: readonly Known[],
): UnclearSeller[] {
  const near = (written: string) => sellers.filter((one) => isMentioned(one, written)).map(({ id }) => id);
  const avoided = limits.excludedSellers
    .filter((written) => !sellers.some((seller) => isMeant(seller, written)))
    .map((written) => ({
      field: "limits.excluded_sellers" as const,
      written,
      candidates: [],
      near: near(written),
    }));
  const used = (limits.onlySellers ?? [])
    .filter((written) => meantBy(written, sellers).length === 0)
    .map((written) => ({
      field: "limits.only_sellers" as const,
      written,
      candidates: sellers
        .filter((seller) => isMeantByName(seller, written) || isLabelOf(seller, written))
        .map(({ id }) => id),
      near: near(written),
    }));
  return [...used, ...avoided];
}

/** `Metropol Screens: no seller that was found goes by it` */
export function unclearWords({ written, candidates, near }: UnclearSeller): string {
  const anyOf = (ids: readonly string[]) => [...ids].sort().join(" or ");
  if (candidates.length > 0) return `${written}: it may be ${anyOf(candidates)}`;
  return `${written}: no seller that was found goes by it${near.length > 0 ? ` (did you mean ${anyOf(near)}?)` : ""}`;
}
