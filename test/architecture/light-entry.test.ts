import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const dist = fileURLToPath(new URL("../../dist", import.meta.url));
const staticImport = /^(?:import|export)\b[^;]*?from "([^"]+)";|^import "([^"]+)";/gm;

/** Everything that is loaded with a built file before any of its code runs, itself included. */
function loadedWith(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const [, from, bare] of readFileSync(file, "utf8").matchAll(staticImport)) {
    const name = from ?? bare ?? "";
    if (name.startsWith(".")) loadedWith(join(dirname(file), name), seen);
    else seen.add(name);
  }
  return seen;
}

it("importing the library loads no package and no stage: each operation brings its own code", () => {
  const loaded = [...loadedWith(join(dist, "index.js"))].map((file) => file.replace(`${dist}/`, ""));
  expect(loaded.sort()).toEqual([
    "desk/caller.js",
    "desk/operations.js",
    "desk/usage-error.js",
    "index.js",
    "library/desk.js",
  ]);
});

it("no command loads what serves assistants, or a model's library, before it is asked for it", () => {
  const packages = /^(@modelcontextprotocol\/server|ai$|@ai-sdk\/)/;
  const files = readdirSync(dist, { recursive: true, encoding: "utf8" }).filter((file) =>
    /^cli\/(main|serve|commands\/[\w-]+)\.js$/.test(file),
  );
  const loading = files.filter((file) =>
    [...loadedWith(join(dist, file))].some((name) => packages.test(name)),
  );
  expect(files.length).toBeGreaterThan(20);
  expect(loading).toEqual([]);
});

it("nothing loads the console but serve, when it is asked for it", () => {
  const importing = readdirSync(dist, { recursive: true, encoding: "utf8" }).filter(
    (file) =>
      file.endsWith(".js") &&
      !file.startsWith("console/") &&
      /"[./]+\/console\/[\w-]+\.js"/.test(readFileSync(join(dist, file), "utf8")),
  );
  expect(importing).toEqual(["cli/serve-pages.js"]);
  const loaded = [...loadedWith(join(dist, "cli/serve.js"))];
  expect(loaded.filter((file) => file.startsWith(join(dist, "console/")))).toEqual([]);
});

it("nothing loads what answers routers but its own command, which loads no ledger and no campaign", () => {
  const importing = readdirSync(dist, { recursive: true, encoding: "utf8" }).filter(
    (file) =>
      file.endsWith(".js") &&
      !file.startsWith("match/") &&
      /"[./]+\/match\/[\w-]+\.js"/.test(readFileSync(join(dist, file), "utf8")),
  );
  expect(importing.sort()).toEqual(["cli/commands/match.js", "cli/match/serve.js"]);
  const loadedBy = (file: string) =>
    [...loadedWith(join(dist, file))].map((one) => one.replace(`${dist}/`, ""));
  expect(loadedBy("cli/main.js").filter((one) => /^(?:cli\/)?match\//.test(one))).toEqual([]);
  const serving = loadedBy("cli/match/serve.js");
  expect(serving).toContain("match/serve.js");
  expect(
    serving.filter((one) => /^(?:ledger|campaign|app)\b|^desk\/(?:operations|open)|^libsql/.test(one)),
  ).toEqual([]);
});
