import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** What is decided by the words that people read, or by how an id begins, changes when somebody rewords it. */
const guesses = [
  // step.id.startsWith("buy/"), stepId.split("/")[0]
  /\b(?:\w*[sS]tepId|id|key)\.(?:startsWith|endsWith|includes|match|search|split|slice|indexOf)\(/,
  // /^pause\//.test(step.id)
  /\/\.test\((?:\w+\.)*(?:\w*[iI]d|by|standing|status|reason|purpose)\)/,
  // verdict.by.includes("governance"), step.reason === "waits for a person"
  /\b(?:verdict|standing|status|reason|purpose)(?:\.by)?\.(?:startsWith|endsWith|includes|match|search|indexOf)\(/,
  /\b(?:by|reason|purpose) [!=]== ["'`][^"'`]* /,
];
const saidByIds = ["src/campaign/admin/admin-task.ts", "src/campaign/model/derived/sandbox-mark.ts"];
const folders = ["campaign", "desk", "report", "cli", "server", "console", "tools", "mcp", "chat"];

function guessesIn(text: string): string[] {
  return text.split("\n").filter((line) => guesses.some((guess) => guess.test(line)));
}

function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map(({ parentPath, name }) => `${parentPath}/${name}`);
}

it.each([
  'if (step.id.startsWith("pause/")) return;',
  'const [kind] = stepId.split("/");',
  "return /^buy\\//.test(step.id);",
  'return verdict.by.includes("governance");',
  'if (current.reason === "waits for a person") return;',
])("finds %s", (line) => {
  expect(guessesIn(line)).toEqual([line]);
});

it("no step, verdict or status is recognised by the text that is shown of it, or by how its id begins", () => {
  const found = folders
    .flatMap((folder) => sources(`src/${folder}`))
    // The ids of campaigns of a brief have no dot; that of an admin task is the one name that it has. One on a sandbox says so.
    .filter((file) => !saidByIds.includes(file))
    .flatMap((file) => guessesIn(readFileSync(file, "utf8")).map((line) => `${file}: ${line.trim()}`));
  expect(found).toEqual([]);
});
