// @ts-check
import { Converter, LiteralType, makeRecursiveVisitor } from "typedoc";

/**
 * For typedoc: unions of words in the order of the alphabet. The compiler has them in the order in which it first met each word,
 * which any other file changes.
 * @param {import("typedoc").Application} app
 */
export function load(app) {
  const sorting = makeRecursiveVisitor({
    union: ({ types }) => {
      if (types.every(isWord)) types.sort((one, other) => (one.toString() < other.toString() ? -1 : 1));
    },
  });
  app.converter.on(Converter.EVENT_RESOLVE, (_, reflection) => {
    if (reflection.isDeclaration() || reflection.isSignature() || reflection.isParameter())
      reflection.type?.visit(sorting);
  });
}

/** @param {import("typedoc").Type} type */
function isWord(type) {
  return type instanceof LiteralType && typeof type.value === "string";
}
