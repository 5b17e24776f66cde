import { seededChance } from "../chance.ts";
import type { Kind } from "../world.ts";
import { bound } from "./bound.ts";
import { broken } from "./broken.ts";
import { even } from "./even.ts";
import { learned } from "./learned.ts";
import { mixed } from "./mixed.ts";

const hash = (name: string): number =>
  Array.from(name).reduce((sum, letter) => (Math.imul(sum, 33) + letter.charCodeAt(0)) | 0, 5381);

/** Each kind draws from a chance of its own, so that one seed is not one campaign for all. */
export const kinds: readonly Kind[] = [...even, ...learned, ...bound, ...broken, ...mixed].map((kind) => ({
  ...kind,
  make: (chance) => kind.make(seededChance(Math.floor(chance.uniform() * 2 ** 32) ^ hash(kind.name))),
}));
