import { canonicalTarget, type TargetUri } from "../keys/target-uri.ts";
import { fieldValue, type Message } from "./message.ts";

/** One thing that a signature covers: a field in lower case, or with an @ what derives from the message. */
export interface Component {
  readonly name: string;
  /** Of `@query-param`: which one. */
  readonly parameter?: string;
}

/** As it stands in `Signature-Input` and in the signature base: `"@query-param";name="Pet"`. */
export function componentIdentifier({ name, parameter }: Component): string {
  // Of a structured field's string JSON escapes the same two characters: it holds printable ASCII alone.
  const identifier = JSON.stringify(name);
  return parameter === undefined ? identifier : `${identifier};name=${JSON.stringify(parameter)}`;
}

/** What a message says for each of these, in their order. Undefined where it lacks one, or one is not known here. */
export function componentValues(message: Message, components: readonly Component[]) {
  const target = message.targetUri === undefined ? undefined : canonicalTarget(message.targetUri);
  const values: string[] = [];
  for (const component of components) {
    const value = component.name.startsWith("@")
      ? derived.get(component.name)?.({ message, target, parameter: component.parameter })
      : fieldValue(message.headers, component.name);
    if (value === undefined) return undefined;
    values.push(value);
  }
  return values;
}

interface Source {
  readonly message: Message;
  readonly target: TargetUri | undefined;
  readonly parameter: string | undefined;
}

const derived: ReadonlyMap<string, (source: Source) => string | undefined> = new Map([
  ["@method", ({ message }: Source) => message.method],
  ["@target-uri", ({ target }: Source) => target?.uri],
  ["@authority", ({ target }: Source) => target?.authority],
  ["@scheme", ({ target }: Source) => target?.scheme],
  ["@path", ({ target }: Source) => target?.path],
  ["@query", ({ target }: Source) => target && (target.query || "?")],
  ["@query-param", ({ target, parameter }: Source) => queryParameter(target, parameter)],
  ["@status", ({ message }: Source) => message.status?.toString()],
]);

/** A parameter that comes twice cannot be covered by its name alone. */
function queryParameter(target: TargetUri | undefined, name: string | undefined): string | undefined {
  if (target === undefined || name === undefined) return undefined;
  const all = [...new URLSearchParams(target.query)];
  const values = all.flatMap(([key, value]) => (encodeURIComponent(key) === name ? [value] : []));
  const [only] = values;
  return values.length === 1 && only !== undefined ? encodeURIComponent(only) : undefined;
}
