import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative, resolve } from "node:path";

/**
 * Writes the table of rooms into CONTRIBUTING.md anew: for each room of `rooms.cjs` its lines, its files, and its door, which are the
 * files of it that others import; what a room within it holds counts there. Prints where the doors of `rooms.cjs` and those in the code differ, and what is too wide or too large, and ends with 1 there; with
 * `--check` nothing is written, and it ends with 1 where the table is not up to date.
 */

const guide = "CONTRIBUTING.md";
/** Files of a door, and lines of a room. */
const widestDoor = 12;
const mostLines = 9_000;
const marks = { begin: "<!-- rooms: written by `npm run rooms` -->", end: "<!-- end of rooms -->" };
const rooms = createRequire(import.meta.url)("../rooms.cjs") as Readonly<Record<string, readonly string[]>>;

interface Room {
  readonly name: string;
  readonly lines: number;
  readonly files: number;
  /** Files that others import, without their ending. */
  readonly door: readonly string[];
}

function readRooms(): Room[] {
  const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".ts"),
  );
  const texts = new Map(files.map((file) => [file, readFileSync(join("src", file), "utf8")]));
  const imports = [...texts].flatMap(([from, text]) =>
    [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*"(\.[^"]+)"/g)].map(([, path = ""]) => ({
      from,
      to: relative("src", resolve("src", dirname(from), path)),
    })),
  );
  return Object.keys(rooms).map((name) => {
    const isInside = (file: string) => file.startsWith(`${name}/`);
    const inner = Object.keys(rooms).filter((other) => other.startsWith(`${name}/`));
    const isOwn = (file: string) => isInside(file) && !inner.some((room) => file.startsWith(`${room}/`));
    const own = [...texts].filter(([file]) => isOwn(file));
    const entered = imports.filter(({ from, to }) => isOwn(to) && !isInside(from)).map(({ to }) => to);
    return {
      name,
      lines: own.reduce((sum, [, text]) => sum + text.split("\n").length - 1, 0),
      files: own.length,
      door: [...new Set(entered)].map((file) => file.slice(name.length + 1, -".ts".length)).toSorted(),
    };
  });
}

function tableOf(all: readonly Room[]): string {
  const rows = all.map(
    ({ name, lines, files, door }) => `| \`${name}\` | ${lines} | ${files} | ${door.length} |`,
  );
  return ["| room | lines | files | door |", "| --- | ---: | ---: | ---: |", ...rows].join("\n");
}

const found = readRooms();
for (const { name, door } of found) {
  const named = rooms[name] ?? [];
  const extra = door.filter((file) => !named.includes(file));
  const unused = named.filter((file) => !door.includes(file));
  for (const file of extra) console.log(`${name}: ${file} is entered and is no door`);
  for (const file of unused) console.log(`${name}: nobody enters by ${file}`);
  if (extra.length + unused.length > 0) process.exitCode = 1;
}
for (const { name, lines, door } of found) {
  if (door.length > widestDoor) console.log(`${name}: ${door.length} files make its door`);
  if (lines > mostLines) console.log(`${name}: ${lines} lines are more than one room`);
  if (door.length > widestDoor || lines > mostLines) process.exitCode = 1;
}
const text = readFileSync(guide, "utf8");
const [before = "", rest = ""] = text.split(marks.begin);
const [written = "", after = ""] = rest.split(marks.end);
const table = tableOf(found);
if (process.argv.includes("--check")) {
  // How a table is padded is the formatter's matter.
  const plain = (of: string) => of.replace(/[\s:-]+/g, " ").trim();
  if (plain(written) !== plain(table)) {
    console.log(`${guide}: the table of rooms is out of date; npm run rooms`);
    process.exitCode = 1;
  }
} else writeFileSync(guide, `${before}${marks.begin}\n\n${table}\n\n${marks.end}${after}`);
