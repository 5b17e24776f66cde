import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { transform } from "esbuild";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "../cli/flightdesk.ts";
import { atLength, isDeep } from "../depth.ts";

const run = promisify(execFile);
const modules = resolve("node_modules");
const { dependencies, exports, bin, types } = JSON.parse(readFileSync("package.json", "utf8")) as {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string>>;
  readonly bin: Readonly<Record<string, string>>;
  readonly types: string;
};

/** Somebody's project: strict, with the packed tarball and what it depends on, and nothing else but Node's types. */
const tsconfig = {
  compilerOptions: {
    target: "es2023",
    module: "nodenext",
    moduleResolution: "nodenext",
    types: ["node"],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noUnusedLocals: true,
    // Other people's types take four times as long as ours.
    skipLibCheck: !isDeep,
    noEmit: true,
  },
  include: ["manual.ts"],
};

let home: ReturnType<typeof temporaryFolder>;
let installed: string;
beforeAll(async () => {
  home = temporaryFolder();
  const packed = join(home.path, "packed");
  mkdirSync(packed);
  await run("npm", ["pack", "--ignore-scripts", "--pack-destination", packed]);
  const [tarball = ""] = readdirSync(packed);
  await run("tar", ["-xzf", join(packed, tarball), "-C", packed]);
  mkdirSync(join(home.path, "node_modules"));
  installed = join(home.path, "node_modules/flightdesk");
  const link = (from: string, name: string) => {
    const to = join(home.path, "node_modules", name);
    mkdirSync(dirname(to), { recursive: true });
    symlinkSync(from, to);
  };
  for (const name of [...Object.keys(dependencies), "@types/node"]) link(join(modules, name), name);
  await run("mv", [join(packed, "package"), installed]);
  return () => home[Symbol.dispose]();
});

describe("the packed tarball", () => {
  it("holds everything that it names, and neither sources nor tests", () => {
    const named = [types, ...Object.values(exports), ...Object.values(bin)].map((file) =>
      file.replace("/*", ""),
    );
    const declared = Object.values(exports)
      .filter((file) => file.endsWith(".js"))
      .map((file) => file.replace(/\.js$/, ".d.ts"));
    const missing = [...named, ...declared].filter((file) => !existsSync(join(installed, file)));
    const folders = readdirSync(installed).toSorted();
    const files = readdirSync(join(installed, "dist"), { recursive: true, encoding: "utf8" });
    const asked = files
      .filter((file) => file.endsWith(".js"))
      .flatMap((file) => {
        const path = join(installed, "dist", file);
        const text = readFileSync(path, "utf8");
        return [...text.matchAll(/new URL\("(\.[^"]+)", import\.meta\.url\)/g)].map(([, to = ""]) =>
          join(dirname(path), to),
        );
      });
    expect(asked.length).toBeGreaterThan(4);
    expect([...missing, ...asked.filter((path) => !existsSync(path))]).toEqual([]);
    expect(
      folders.filter((name) => ["src", "test", "bench", "evals", "scripts", "docs"].includes(name)),
    ).toEqual([]);
    expect(files.filter((file) => !/\.(js|d\.ts)$/.test(file) && file.includes("."))).toEqual([]);
  });

  it.runIf(atLength)("type-checks and runs the manual's program in somebody's strict project", async () => {
    const manual = readFileSync("docs/library.md", "utf8");
    const program = [...manual.matchAll(/^```ts\n(.*?)^```/gms)].map(([, code]) => code).join("\n");
    const write = (name: string, text: string) => writeFileSync(join(home.path, name), text);
    write("package.json", '{ "type": "module", "private": true }');
    write("tsconfig.json", JSON.stringify(tsconfig));
    write("manual.ts", program);
    write("manual.js", (await transform(program, { loader: "ts", target: "node20", format: "esm" })).code);
    const stop = new AbortController();
    onTestFinished(() => stop.abort());
    const options = { cwd: home.path, signal: stop.signal, env: ofThisMachine() };
    const [checked, ran] = await Promise.all([
      run(process.execPath, [join(modules, "typescript/bin/tsc"), "-p", "."], options).catch(
        ({ stdout }: { readonly stdout: string }) => ({ stdout }),
      ),
      run(process.execPath, ["manual.js"], options),
    ]);
    expect(checked.stdout).toBe("");
    expect(ran.stdout).toMatch(/budget \+20%: EUR \d+/);
    expect(ran.stdout).toContain("stop-lifted");
    expect(ran.stdout).toContain("there is no campaign spring");
    expect(readFileSync(join(home.path, "report.html"), "utf8")).toContain("Acme Trail Shoes");
  });
});

/** Without its settings. */
function ofThisMachine(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^FLIGHTDESK_|_proxy$/i.test(name)),
  );
}
