import { readdirSync, readFileSync } from "node:fs";
import ts from "typescript";
import { expect, it } from "vitest";

interface Word {
  /** As a part of an identifier: `toldTo` has the parts `told` and `to`. */
  part?: RegExp;
  /** In comments and texts. */
  prose?: RegExp;
  instead: string;
}

/** Words that once meant many things each, with the ones that mean one. CONTRIBUTING says what each of those means. */
const words: Record<string, Word> = {
  told: { part: /^(?:un)?told$/, prose: /\b(?:un)?told\b/i, instead: "reported, shown or answered" },
  judge: {
    part: /^judg(?:e[sd]?|ing)$/,
    prose: /\bjudg(?:e[sd]?|ing)\b/i,
    instead: "evaluate, assess or check",
  },
  knock: { part: /^knock(?:s|ed)?$/, prose: /\bknock(?:s|ed)?\b/i, instead: "request" },
  papers: { part: /^papers$/, prose: /\bpapers\b/i, instead: "documents" },
  course: { part: /^courses?$/, prose: /(?<!\bof )\bcourses?\b/i, instead: "pacing or trend" },
  wish: {
    part: /^wish(?:e[sd])?$/,
    prose: /\bwish(?:e[sd])?\b/i,
    instead: "preference, relaxation or refinement request",
  },
  house: {
    part: /^house$/,
    prose: /\bhouse\b(?!-rules|hold)/i,
    instead: "deployment, installation or company",
  },
  face: { part: /^faces?$/, prose: /\bfaces?\b/i, instead: "dialect" },
  heard: { part: /^heard$/, prose: /\bheard\b/i, instead: "received" },
  reckon: { part: /^reckon/, prose: /\breckon(?:s|ed|ing)?\b/i, instead: "compute" },
  obey: { part: /^obey/, prose: /\bobey(?:s|ed)?\b/i, instead: "honour or follow" },
  standing: { part: /^standing$/, prose: /\bstanding\b/i, instead: "status, progress or score" },
  held: {
    part: /^held$/,
    prose: /\bheld against\b/i,
    instead: "booked, stored, suspended or checked against; `held` is a status",
  },
  look: {
    part: /^look(?:s|ed|ing)?$/,
    prose: /\blook(?:s|ed|ing)?\b(?! (?:up|after|alike|like|the same)\b|-(?:up|alike))/i,
    instead: "check, read or scan",
  },
  claim: { part: /^claims?$/, instead: "cap use; a claim is made to a seller, or stands in a token" },
  door: { part: /^doors?$/, instead: "endpoint, authenticator or options" },
  shall: { prose: /\bshall\b/i, instead: "must or will" },
};

interface Excepted {
  /** Names of properties that ledgers, requests or contracts spell so, with where. */
  properties: Record<string, string>;
  /** Names in the one sense that their word has left, with which. */
  variables: Record<string, string>;
  /** Whole texts that are written, sent or agreed to word for word, with where. */
  texts: Record<string, string>;
  /** Files whose texts are, with why. */
  files: Record<string, string>;
  /** Rooms whose names and prose are still to be put right: take a room off, and never put one on. */
  rooms: string[];
}

const excepted: Excepted = JSON.parse(readFileSync(new URL("persisted-names.json", import.meta.url), "utf8"));

const partsOf = (name: string) => name.split(/(?<=[a-z\d])(?=[A-Z])|[_$]/).map((part) => part.toLowerCase());

const anyWord = new RegExp(Object.keys(words).join("|").replace("judge", "judg"), "i");

/** Each banned word of a source file with its line and the word to use. */
function bannedIn(file: string, source: string): string[] {
  if (!anyWord.test(source)) return [];
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const note = (at: number, text: string, word: string, instead: string) => {
    const line = tree.getLineAndCharacterOfPosition(at).line + 1;
    found.push(`${file}:${line} ${JSON.stringify(text.slice(0, 80))}: for "${word}" say ${instead}`);
  };
  const checkProse = (at: number, text: string) => {
    for (const [word, { prose, instead }] of Object.entries(words)) {
      const hit = prose?.exec(text);
      if (hit) note(at + hit.index, text.slice(Math.max(0, hit.index - 20)), word, instead);
    }
  };
  const blanks: [number, number][] = [];
  const visit = (node: ts.Node) => {
    if (ts.isIdentifier(node) && !isExcepted(node)) {
      for (const [word, { part, instead }] of Object.entries(words))
        if (part && partsOf(node.text).some((each) => part.test(each)))
          note(node.getStart(tree), node.text, word, instead);
    }
    const isText =
      ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);
    if (isText || ts.isRegularExpressionLiteral(node)) {
      blanks.push([node.getStart(tree), node.getEnd()]);
      const isPath =
        ts.isImportDeclaration(node.parent) ||
        ts.isExportDeclaration(node.parent) ||
        /^\.{0,2}\//.test(node.text);
      if (
        isText &&
        !isPath &&
        !Object.hasOwn(excepted.files, file) &&
        !Object.hasOwn(excepted.texts, node.text)
      )
        checkProse(node.getStart(tree), node.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  // What stands outside texts and patterns and begins so is a comment; what it quotes is a name, a value or another's word.
  const code = source.split("");
  for (const [start, end] of blanks) code.fill(" ", start, end);
  for (const { 0: comment, index } of code.join("").matchAll(/\/\*[\s\S]*?\*\/|\/\/.*/g))
    checkProse(
      index,
      comment.replaceAll(/`[^`]*`|"[^"]*"/g, (quoted) => " ".repeat(quoted.length)),
    );
  return found;
}

/** A persisted name may be a property's, and so what is taken out of one; no variable, function or type is named so. */
function isExcepted(name: ts.Identifier): boolean {
  const { text, parent } = name;
  if (Object.hasOwn(excepted.variables, text)) return true;
  const isDeclared =
    (ts.isVariableDeclaration(parent) ||
      ts.isParameter(parent) ||
      ts.isFunctionDeclaration(parent) ||
      ts.isInterfaceDeclaration(parent) ||
      ts.isTypeAliasDeclaration(parent)) &&
    parent.name === name;
  return !isDeclared && Object.hasOwn(excepted.properties, text);
}

const roomOf = (file: string) => /^src\/((?:campaign\/)?[\w-]+)\//.exec(file)?.[1] ?? "";

const sources = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts"))
  .map((path) => `src/${path}`);

it.each([
  ["const daysToldBy = 1;", "told"],
  ["function judgeIndex(): void {}", "judge"],
  ["const wishes = [];", "wish"],
  ["interface Claims { claimStore: string }", "claim"],
  ["/** What a seller has told of the day. */", "told"],
  ["const sums = [\n  1,\n  // Held against the brief.\n];", "held"],
  ['throw new Error("no seller was told of it");', "told"],
  ["const text = `look at its papers`;", "papers"],
  ["/** An early course of delivery. */", "course"],
])("finds the word in %j", (source, word) => {
  expect(bannedIn("src/seed.ts", source).join("\n")).toContain(`for "${word}" say ${words[word]?.instead}`);
});

it.each([
  '/** Of course it is looked up where it is `told`; a "held against" is a quotation. */',
  'const { held, wishes } = step;\nif (held === "told") surfaced(wishes.standing);',
  'import { a } from "./standing.ts";',
  "const pattern = /told/;",
])("finds nothing in %j", (source) => {
  expect(bannedIn("src/seed.ts", source)).toEqual([]);
});

it("has no word with many meanings left in the rooms that are clean", () => {
  const found = sources
    .filter((file) => !excepted.rooms.includes(roomOf(file)))
    .flatMap((file) => bannedIn(file, readFileSync(file, "utf8")));
  expect(found).toEqual([]);
});

it("excepts no room and no file that is not there", () => {
  const rooms = new Set(sources.map(roomOf));
  expect(excepted.rooms.filter((room) => !rooms.has(room))).toEqual([]);
  expect(Object.keys(excepted.files).filter((file) => !sources.includes(file))).toEqual([]);
});
