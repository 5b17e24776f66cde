import { overlaps, type Span, spansOf } from "./spans.ts";

const distance = "(?<far>\\d{1,3}(?:[.,]\\d)?)\\s?-?(?<unit>km|kilom\\p{L}+|mi|miles?)(?!\\p{L})";
export const behind = new RegExp(
  `^(?:\\s*[(+,±]\\s*|\\s+(?=\\p{L}))(?:\\p{L}{1,12}[.,]?\\s+){0,6}\\+?${distance}(?:(?:[ -]\\p{L}{2,12}){0,3}\\))?`,
  "iu",
);
/** In all languages that are read. */
const circle = new RegExp(
  `(?<!\\p{L})(?:(?:umkreis|radi(?:us|o|e)|rayon|raio|raggio|promieniu|straal|omkrets)(?:\\s\\p{L}{1,5}){0,3}|within|binnen|inom|entro)\\s+${distance}(?:\\s[\\p{L}-]+){0,2}`,
  "giu",
);
const ahead = new RegExp(`${distance}(?:[\\s-]+\\p{L}{1,12}){0,4}\\s+$`, "iu");

export interface Circle {
  readonly kilometres: number;
  /** Characters before and behind the name that say so. */
  readonly ahead: number;
  readonly behind: number;
}

/** "Leeds (20 km)", "Leeds with 20 km around", "within 20 km of Leeds" */
export function circleBeside(before: string, after: string): Circle | undefined {
  const said = behind.exec(after);
  if (said !== null) return { kilometres: inKilometres(said), ahead: 0, behind: said[0].length };
  const led = ahead.exec(before);
  return led === null ? undefined : { kilometres: inKilometres(led), ahead: led[0].length, behind: 0 };
}

/** Every distance of a text, in kilometres. */
export function distancesIn(text: string): number[] {
  return [...text.matchAll(new RegExp(distance, "giu"))].map(inKilometres);
}

function inKilometres({ groups }: RegExpExecArray): number {
  const far = Number(groups?.["far"]?.replace(",", "."));
  return /^k/i.test(groups?.["unit"] ?? "") ? far : Math.round(far * 16.09344) / 10;
}

/** Circles around what nobody knows: "within 25 km of each of them", "im Umkreis von 3 km um Berlin-Neukölln". */
export function unknownCircles(
  text: string,
  cities: readonly (Span & { readonly kilometres?: number })[],
): Span[] {
  return spansOf(text, circle).filter(
    (one) =>
      !cities.some((city) => overlaps(city, one)) &&
      !distancesIn(one.text).every((far) => cities.some(({ kilometres }) => kilometres === far)),
  );
}
