import { type Document, isMap, isNode, isPair, isScalar, LineCounter, parseDocument, visit } from "yaml";
import { messageOf } from "./cause.ts";

/** A field's path in the file: `["flight", "end"]`, `["countries", 1]`. */
export type FieldPath = readonly (string | number)[];

export interface YamlFile {
  readonly value: unknown;
  /** What is no YAML at all; the value is not to be used where there is any. */
  readonly errors: readonly { readonly line: number; readonly column: number; readonly message: string }[];
  /** Line and column, from 1, of a field's value; of its closest parent where it is missing. */
  readonly placeOf: (path: FieldPath) => Place;
  /** Line and column of the key itself. */
  readonly placeOfKey: (path: FieldPath) => Place;
}

export interface Place {
  readonly line: number;
  readonly column: number;
}

export function openYaml(text: string): YamlFile {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: false });
  const place = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  const { value, errors } = read(document);
  return {
    value,
    errors: errors.map(({ offset, message }) => ({ ...place(offset), message })),
    placeOf: (path) => place(offsetOf(document, path)),
    placeOfKey: (path) => place(keyOffset(document, path) ?? offsetOf(document, path.slice(0, -1))),
  };
}

function read(document: Document.Parsed): {
  value?: unknown;
  errors: { offset: number; message: string }[];
} {
  const errors = document.errors.map(({ pos, code, message }) => ({
    offset: pos[0],
    message: plainWords[code] ?? message,
  }));
  try {
    errors.push(...wrongNames(document));
    if (errors.length > 0) return { errors };
    return { value: document.toJS({ maxAliasCount: 100 }), errors };
  } catch (cause) {
    // Aliases that repeat aliases grow without bound: the library stops there.
    return { errors: [{ offset: 0, message: messageOf(cause) }] };
  }
}

/** Names that a map holds already, each found at once, and what is no name at all: the library spells it out, and all in it, again and again. */
function wrongNames(document: Document.Parsed): { offset: number; message: string }[] {
  const found: { offset: number; message: string }[] = [];
  visit(document, {
    Map: (_, { items }) => {
      const names = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) {
          const [offset = 0] = (isNode(key) && key.range) || [];
          found.push({ offset, message: "a name is one value, not a list or a map" });
          return visit.BREAK;
        }
        if (names.has(key.value))
          found.push({ offset: key.range?.[0] ?? 0, message: "this name is there twice; keep one of them" });
        names.add(key.value);
      }
      return undefined;
    },
  });
  return found;
}

/** The mistakes that people make most, without the parser's terms. */
const plainWords: Readonly<Record<string, string>> = {
  MULTIPLE_DOCS: "a second document begins here; one file holds one",
  TAB_AS_INDENT: "a tab; indent with spaces",
};

function offsetOf(document: Document.Parsed, path: FieldPath): number {
  const node: unknown = path.length === 0 ? document.contents : document.getIn(path, true);
  if (isNode(node) && node.range) return node.range[0];
  return path.length === 0 ? 0 : (keyOffset(document, path) ?? offsetOf(document, path.slice(0, -1)));
}

function keyOffset(document: Document.Parsed, path: FieldPath): number | undefined {
  const parent: unknown = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
  if (!isMap(parent)) return undefined;
  const pair = parent.items.find(
    (item) => isPair(item) && isScalar(item.key) && item.key.value === path.at(-1),
  );
  return pair && isScalar(pair.key) ? pair.key.range?.[0] : undefined;
}
