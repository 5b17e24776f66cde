import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import ts from "typescript";

const source = "test/stories/crash";

/**
 * Writes the runner as plain JavaScript over the built `dist` into a folder and returns its path: hundreds of processes are
 * started, and each would pay anew for compiling the sources.
 */
export function compileRunner(folder: string): string {
  mkdirSync(folder, { recursive: true });
  const dist = pathToFileURL("dist").href;
  for (const file of readdirSync(source).filter((name) => name.endsWith(".ts"))) {
    const { outputText } = ts.transpileModule(readFileSync(join(source, file), "utf8"), {
      compilerOptions: {
        target: ts.ScriptTarget.ES2023,
        module: ts.ModuleKind.ESNext,
        verbatimModuleSyntax: true,
      },
    });
    const code = outputText
      .replaceAll(/"(?:\.\.\/){3}src\/([^"]+)\.ts"/g, `"${dist}/$1.js"`)
      .replaceAll(/"\.\/([^"]+)\.ts"/g, '"./$1.mjs"');
    writeFileSync(join(folder, file.replace(/\.ts$/, ".mjs")), code);
  }
  return join(folder, "runner.mjs");
}
