import type { Brief, Demographics } from "../../brief/brief.ts";

/** Letters and words of Nielsen, BARB, AGF and others for whom they count. */
const genders: Readonly<Record<string, Demographics["gender"] | "all">> = {
  p: "all",
  a: "all",
  e: "all",
  adults: "all",
  people: "all",
  individuals: "all",
  "": "all",
  m: "male",
  men: "male",
  w: "female",
  f: "female",
  women: "female",
};

/** `A25-54`, `W35+`, `E 14-49`, `Adults 16-34` as the brief writes them; undefined for one that says more, or nothing of age. */
export function readDemographic(code: string): Demographics | undefined {
  const [, who = "", from, to] =
    /^\s*([a-z]*)\s*(\d{1,2})\s*(?:\+|[-\u2013]\s*(\d{1,2}))\s*$/i.exec(code) ?? [];
  const gender = genders[who.toLowerCase()];
  if (from === undefined || gender === undefined) return undefined;
  const age = { from: Number(from), ...(to !== undefined && { to: Number(to) }) };
  return { age, ...(gender !== "all" && { gender }) };
}

/** The youngest that a panel for everybody counts. */
const everybodyFrom = 14;

/** Whether figures of such a group are of the brief's own; of everybody, where it names none. */
export function isGroupOf(code: string, wanted: Demographics | undefined): boolean {
  const own = readDemographic(code);
  if (own === undefined) return false;
  const { gender, from, to } = counted(own);
  if (wanted === undefined) return gender === undefined && from <= everybodyFrom && to >= 99;
  const brief = counted(wanted);
  return gender === brief.gender && from === brief.from && to === brief.to;
}

function counted({ gender, age: { from = 0, to = 99 } = {} }: Demographics) {
  return { gender, from, to };
}

/** How many of the brief's own points each point of a group is: one where it is the same group, else by somebody's factor. */
export interface GroupFactor {
  readonly factor: number;
  readonly source?: string;
}

export function ownPoints(
  code: string,
  { demographics, measurement }: Pick<Brief, "demographics" | "measurement">,
): GroupFactor | undefined {
  if (isGroupOf(code, demographics)) return { factor: 1 };
  const plain = (name: string) => name.replaceAll(/\s/g, "").toUpperCase();
  return measurement?.pointFactors?.find(({ from }) => plain(from) === plain(code));
}

export function factorBasis(group: string, { factor, source }: GroupFactor): string[] {
  const words = `a rating point of ${group} is ${factor} of the brief's group (${source})`;
  return source === undefined ? [] : [words];
}
