import { z } from "zod";
import { isObject, type JsonObject } from "../../lib/json-object.ts";
import type { Money } from "../../lib/money.ts";
import type { FieldPath } from "../../lib/yaml-places.ts";
import type { City } from "../brief.ts";
import { bare, exampleOf, membersOf } from "./at-path.ts";
import type { Report } from "./problem.ts";

/** How a value is read and written that a Brief holds in another form than its file. */
interface Codec {
  /** What it means; undefined where it is refused for meaning nothing. */
  readonly read: (written: z.$output, refuse: Refuse, example: unknown) => unknown;
  readonly write: (value: unknown) => unknown;
}

/** Reports what is wrong with a value, or with a field below it. */
export type Refuse = (message: string, below?: FieldPath) => undefined;

/** The kinds of values that have a form of their own in the file. */
export const codecs = z.registry<Codec>();

/** Fields that a Brief holds under the names of the wire. */
export function asOnTheWire<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  const same = (value: unknown) => value;
  return z.strictObject(shape).brand<"wire">().register(codecs, { read: same, write: same });
}

/** What a Brief holds of what a file says: fields in camel case, amounts as money, shares as parts of 1. */
export type Value<Written> =
  Written extends z.core.$brand<"amount">
    ? Money
    : Written extends z.core.$brand<"share"> | z.core.$brand<"target">
      ? number
      : Written extends z.core.$brand<"range">
        ? { readonly min?: number; readonly max?: number }
        : Written extends z.core.$brand<"city">
          ? City
          : Written extends z.core.$brand<"wire">
            ? Written
            : Written extends readonly (infer One)[]
              ? readonly Value<One>[]
              : Written extends object
                ? {
                    readonly [Name in keyof Written as CamelCase<Name>]: Value<
                      Exclude<Written[Name], undefined>
                    >;
                  }
                : Written;

type CamelCase<Name> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest> & string>}`
  : Name;

/** The values of a file that its schema accepts. What is refused beyond that is reported, and is not among them. */
export function readValues<Schema extends z.ZodType>(
  schema: Schema,
  written: z.output<Schema>,
  report: Report,
): Value<z.output<Schema>> {
  const values = translate(schema, written, {
    nameOf: (field) => field,
    nameFor: camelCase,
    convert: ({ read }, value, path, example) => {
      const refuse: Refuse = (message, below = []) => {
        report([...path, ...below], message);
      };
      return read(value, refuse, example);
    },
  });
  // `Value` says for each schema what `translate` makes of it.
  return values as Value<z.output<Schema>>;
}

/** Values as they are written in a file, in the order of its fields. */
export function writeValues(schema: z.ZodObject, values: unknown): JsonObject {
  const written = translate(schema, values, {
    nameOf: camelCase,
    nameFor: (field) => field,
    convert: ({ write }, value) => write(value),
  });
  return isObject(written) ? written : {};
}

type AnyCodec = z.core.$replace<Codec, z.core.$ZodType>;

interface Direction {
  /** What a field of the file is called among what is translated, and in what comes of it. */
  readonly nameOf: (field: string) => string;
  readonly nameFor: (field: string) => string;
  readonly convert: (codec: AnyCodec, value: unknown, path: FieldPath, example: unknown) => unknown;
}

function translate(
  schema: z.core.$ZodType,
  value: unknown,
  direction: Direction,
  path: FieldPath = [],
): unknown {
  if (value === undefined) return undefined;
  const inner = bare(schema);
  const codec = codecs.get(inner);
  if (codec !== undefined) return direction.convert(codec, value, path, exampleOf(schema));
  const below = (member: z.core.$ZodType, one: unknown, part: string | number) =>
    translate(member, one, direction, [...path, part]);
  if (inner instanceof z.ZodArray && Array.isArray(value))
    return value.map((one, i) => below(inner.element, one, i));
  if (!isObject(value)) return value;
  if (inner instanceof z.ZodRecord)
    return given(Object.entries(value).map(([name, one]) => [name, below(inner.valueType, one, name)]));
  const members = membersOf(inner);
  if (members === undefined) return value;
  return given(
    Object.entries(members).map(([field, member]) => [
      direction.nameFor(field),
      below(member, value[direction.nameOf(field)], field),
    ]),
  );
}

function given(entries: readonly (readonly [string, unknown])[]): JsonObject {
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

export function camelCase(field: string): string {
  return field.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
