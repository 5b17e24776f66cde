import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import Module, { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Script } from "node:vm";

// Beside it lie the runner and, once a first process got to its end, what V8 made of it: the others need not compile it anew.
const folder = dirname(process.argv[1] ?? "");
const file = join(folder, "runner.cjs");
const kept = join(folder, "runner.cache");

const script = new Script(Module.wrap(readFileSync(file, "utf8")), {
  filename: file,
  cachedData: existsSync(kept) ? readFileSync(kept) : undefined,
});
if (!existsSync(kept))
  process.on("exit", () => {
    const own = `${kept}.${process.pid}`;
    writeFileSync(own, script.createCachedData());
    renameSync(own, kept);
  });

// `Module.wrap` makes a function of the runner's text, with the parameters of every CommonJS module.
const run = script.runInThisContext() as (...parameters: unknown[]) => void;
run({}, createRequire(file), { exports: {} }, file, folder);
