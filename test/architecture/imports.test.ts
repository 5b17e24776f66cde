import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { cruise, type IConfiguration, type ICruiseResult, type IReporterOutput } from "dependency-cruiser";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { atLength } from "../depth.ts";

// The rules are CommonJS, as dependency-cruiser wants them; their own shape is its configuration's.
const rules = createRequire(import.meta.url)("../../.dependency-cruiser.cjs") as Omit<
  IConfiguration,
  "forbidden"
> & {
  forbidden: (NonNullable<IConfiguration["forbidden"]>[number] & { name: string; comment: string })[];
};

/** A file that breaks one rule, and the files that it needs to do so. */
interface Seed {
  readonly rule: string;
  readonly file: string;
  readonly text: string;
}

const seeds: readonly Seed[] = [
  { rule: "no-cycles", file: "src/lib/a.ts", text: 'import type { B } from "./b.ts";\nexport type A = B;' },
  {
    rule: "no-folder-cycles",
    file: "src/llm/x.ts",
    text: 'import "../ledger/y.ts";\nimport "./y.ts";',
  },
  { rule: "no-unresolved", file: "src/lib/x.ts", text: 'import "./gone.ts";' },
  { rule: "layer-lib", file: "src/lib/x.ts", text: 'import "../protocol/tasks/names.ts";' },
  { rule: "layer-protocol", file: "src/protocol/x.ts", text: 'import "../campaign/model/state/state.ts";' },
  { rule: "layer-ledger", file: "src/ledger/x.ts", text: 'import "../protocol/tasks/names.ts";' },
  { rule: "layer-llm", file: "src/llm/x.ts", text: 'import "../campaign/model/state/state.ts";' },
  { rule: "layer-brief", file: "src/brief/x.ts", text: 'import "../campaign/model/state/state.ts";' },
  { rule: "layer-campaign", file: "src/campaign/x.ts", text: 'import "../report/report.ts";' },
  { rule: "layer-report", file: "src/report/x.ts", text: 'import "../app.ts";' },
  { rule: "layer-notify", file: "src/notify/x.ts", text: 'import "../desk/decides/approve.ts";' },
  { rule: "layer-desk", file: "src/desk/x.ts", text: 'import "../cli/main.ts";' },
  { rule: "layer-sandbox", file: "src/sandbox/x.ts", text: 'import "../campaign/model/state/state.ts";' },
  {
    rule: "layer-console",
    file: "src/console/x.ts",
    text: 'import "../campaign/model/state/state.ts";',
  },
  { rule: "layer-tools", file: "src/tools/x.ts", text: 'import "../campaign/model/state/state.ts";' },
  { rule: "layer-chat", file: "src/chat/x.ts", text: 'import "../campaign/model/state/state.ts";' },
  { rule: "layer-library", file: "src/library/x.ts", text: 'import "../campaign/model/state/state.ts";' },
  { rule: "layer-mcp", file: "src/mcp/x.ts", text: 'import "../campaign/model/state/state.ts";' },
  { rule: "app-wires-only", file: "src/app.ts", text: 'import "./cli/main.ts";' },
  {
    rule: "models-cannot-decide",
    file: "src/mcp/x.ts",
    text: 'await import("../desk/decides/approve.ts");',
  },
  { rule: "layer-match", file: "src/match/x.ts", text: 'import "../ledger/y.ts";' },
  { rule: "context-knows-no-identity", file: "src/match/context.ts", text: 'import "./x.ts";' },
  { rule: "identity-knows-no-context", file: "src/match/identity.ts", text: 'import "./y.ts";' },
  { rule: "nothing-above-index", file: "src/cli/x.ts", text: 'import "../index.ts";' },
  ...rules.forbidden
    .filter(({ name }) => name.startsWith("floor-"))
    .map(({ name }) => ({
      rule: name,
      file: `src/campaign/${name.slice("floor-".length)}/x.ts`,
      text: 'import "../run/advance.ts";',
    })),
  {
    rule: "only-through-the-door",
    file: "src/campaign/stop/x.ts",
    text: 'import "../execute/inside.ts";',
  },
  {
    rule: "only-govern-issues-permits",
    file: "src/campaign/execute/x.ts",
    text: 'import "../../protocol/client/issue-permit.ts";',
  },
  {
    rule: "only-execute-mutates",
    file: "src/campaign/learn/x.ts",
    text: 'import type { M } from "../../protocol/client/mutate.ts";\nexport type X = M;',
  },
  {
    rule: "only-wire-makes-clients",
    file: "src/campaign/x.ts",
    text: 'import "../protocol/client/client.ts";',
  },
  { rule: "pure-no-node", file: "src/campaign/rank/x.ts", text: 'import "node:fs";' },
  { rule: "pure-no-packages", file: "src/campaign/govern/policies/x.ts", text: 'import "hono";' },
  {
    rule: "no-model-near-money",
    file: "src/campaign/rank/x.ts",
    text: 'import type { R } from "../reading/read.ts";\nexport type X = R;',
  },
  { rule: "report-no-io", file: "src/report/x.ts", text: 'import "node:fs";' },
  { rule: "parsers-read-inside", file: "src/desk/x.ts", text: 'await import("unpdf");' },
  {
    rule: "outsiders-are-read-inside",
    file: "src/desk/x.ts",
    text: 'import "../brief/reader/read-brief.ts";',
  },
  {
    rule: "jobs-run-inside",
    file: "src/desk/intake/intake.ts",
    text: 'await import("./jobs.ts");',
  },
  { rule: "one-model-file", file: "src/llm/x.ts", text: 'import "ai";' },
  {
    rule: "worlds-know-no-learner",
    file: "scripts/simulation/worlds/x.ts",
    text: 'import "../../../src/campaign/reallocate/propose.ts";',
  },
];

const surroundings: Readonly<Record<string, string>> = {
  "package.json": '{ "type": "module", "dependencies": { "hono": "4", "ai": "6", "unpdf": "1" } }',
  "tsconfig.json": '{ "compilerOptions": { "module": "nodenext", "target": "es2023" } }',
  "src/lib/b.ts": 'import type { A } from "./a.ts";\nexport type B = A;',
  "src/protocol/tasks/names.ts": "export const x = 1;",
  "src/protocol/client/issue-permit.ts": "export const x = 1;",
  "src/protocol/client/mutate.ts": "export type M = 1;",
  "src/protocol/client/client.ts": "export const x = 1;",
  "src/campaign/model/state/state.ts": "export const x = 1;",
  "src/campaign/reading/read.ts": "export type R = 1;",
  "src/campaign/execute/inside.ts": "export const x = 1;",
  "src/campaign/run/advance.ts": "export const x = 1;",
  "src/ledger/y.ts": 'import "../llm/y.ts";',
  "src/llm/y.ts": "export const x = 1;",
  "src/report/report.ts": "export const x = 1;",
  "src/desk/decides/approve.ts": "export const x = 1;",
  "src/cli/main.ts": "export const x = 1;",
  "src/match/x.ts": 'import "./stored-tokens.ts";',
  "src/match/y.ts": 'import "./context.ts";',
  "src/match/stored-tokens.ts": "export const x = 1;",
  "src/match/context.ts": "export const x = 1;",
  "src/app.ts": "export const x = 1;",
  "src/index.ts": "export const x = 1;",
  "node_modules/hono/package.json": '{ "name": "hono", "main": "index.js" }',
  "node_modules/hono/index.js": "",
  "node_modules/ai/package.json": '{ "name": "ai", "main": "index.js" }',
  "node_modules/ai/index.js": "",
  "node_modules/unpdf/package.json": '{ "name": "unpdf", "main": "index.js" }',
  "node_modules/unpdf/index.js": "",
  "src/brief/reader/read-brief.ts": "export const x = 1;",
  "src/desk/intake/jobs.ts": "export const x = 1;",
  "src/campaign/reallocate/propose.ts": "export const x = 1;",
  "scripts/simulation/worlds/world.ts": "export const x = 1;",
};

async function violations(baseDir: string): Promise<{ names: string[]; modules: number }> {
  const { forbidden, options } = rules;
  const { output } = (await cruise(["src", "scripts/simulation"], {
    ...options,
    baseDir,
    validate: true,
    ruleSet: { forbidden },
  })) as IReporterOutput;
  // Without an output type the result is the object itself.
  const { summary } = output as ICruiseResult;
  return { names: summary.violations.map(({ rule }) => rule.name), modules: summary.totalCruised };
}

describe("the import rules", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "flightdesk-imports-"));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it.runIf(atLength)("hold for the source, and the checker has seen it", async () => {
    const { names, modules } = await violations(process.cwd());
    expect(names).toEqual([]);
    expect(modules).toBeGreaterThan(150);
  });

  it("say why", () => {
    expect(rules.forbidden.filter(({ comment }) => (comment ?? "").length < 20)).toEqual([]);
  });

  it("are all tried with a violation here", () => {
    expect(new Set(rules.forbidden.map(({ name }) => name))).toEqual(new Set(seeds.map(({ rule }) => rule)));
  });

  it.each(seeds)("find a violation of $rule", async ({ rule, file, text }) => {
    const project = join(folder, rule);
    const write = (path: string, content: string) => {
      mkdirSync(dirname(join(project, path)), { recursive: true });
      writeFileSync(join(project, path), content);
    };
    for (const [path, content] of Object.entries(surroundings)) {
      if (rule !== "no-cycles" && path === "src/lib/b.ts") continue;
      write(path, content);
    }
    write(file, text);
    expect((await violations(project)).names).toContain(rule);
  });
});
