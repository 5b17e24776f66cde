import { readFileSync } from "node:fs";
import ts from "typescript";

const callers: ReadonlySet<string> = new Set(["describe", "it", "test"]);
/** What may keep a test, or rows of it, from being run in an ordinary run. */
const sparing: ReadonlySet<string> = new Set(["skip", "skipIf", "runIf", "todo", "only", "some"]);

/** The tests of a file by their full names, `suite > test`, titles as they stand in it, and whether each is always run. */
export function namedTests(file: string): ReadonlyMap<string, { readonly isAlwaysRun: boolean }> {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
  const found = new Map<string, { readonly isAlwaysRun: boolean }>();
  const visit = (node: ts.Node, around: readonly string[], isRun: boolean): void => {
    const called = ts.isCallExpression(node) ? calledBy(node) : undefined;
    if (called === undefined) {
      ts.forEachChild(node, (child) => visit(child, around, isRun));
      return;
    }
    const { caller, title, modifiers, rest } = called;
    const name = [...around, title];
    const isAlwaysRun = isRun && !modifiers.some((one) => sparing.has(one));
    if (caller !== "describe") found.set(name.join(" > "), { isAlwaysRun });
    else for (const child of rest) visit(child, name, isAlwaysRun);
  };
  visit(source, [], true);
  return found;
}

/** `it("…", …)`, `it.each(…)("…", …)`, `describe.runIf(…)("…", …)`; undefined for any other call. */
function calledBy(node: ts.CallExpression) {
  const [first, ...rest] = node.arguments;
  if (first === undefined || !(ts.isStringLiteralLike(first) || ts.isTemplateExpression(first)))
    return undefined;
  const modifiers: string[] = [];
  let callee: ts.Expression = node.expression;
  while (!ts.isIdentifier(callee)) {
    if (ts.isPropertyAccessExpression(callee)) modifiers.push(callee.name.text);
    else if (!ts.isCallExpression(callee)) return undefined;
    else if (callee.arguments[0]?.getText().startsWith("some(") === true) modifiers.push("some");
    callee = callee.expression;
  }
  if (!callers.has(callee.text)) return undefined;
  const title = ts.isStringLiteralLike(first) ? first.text : first.getText().slice(1, -1);
  return { caller: callee.text, title, modifiers, rest };
}
