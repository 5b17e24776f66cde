/** Who may import whom. Each rule says why; `test/architecture` proves that each of them bites. */

const layers = {
  lib: ["lib"],
  protocol: ["lib", "protocol"],
  ledger: ["lib", "ledger"],
  llm: ["lib", "llm"],
  campaign: ["lib", "protocol", "ledger", "llm", "campaign"],
  report: ["lib", "protocol", "ledger", "llm", "campaign", "report"],
  sandbox: ["lib", "protocol", "sandbox"],
};

const reasons = {
  lib: "lib is the floor: it must be usable by every other folder",
  protocol: "the wire knows tasks, not campaigns",
  ledger: "the memory keeps events of any kind and knows none of them",
  llm: "the model layer answers questions; what for is the campaign's matter",
  campaign: "the story must not know who shows it, serves it or plays the other side",
  report: "a report is made from a campaign's state and nothing else",
  sandbox: "the other side shares the contract with us and no code that plans or buys",
};

const stages = "brief|feasibility|discover|quote|rank|plan|preflight|govern|execute|measure|learn";
const pure = "^src/campaign/(feasibility|rank|plan|preflight|learn|govern/policies|measure/pacing)/";

module.exports = {
  forbidden: [
    {
      name: "no-cycles",
      severity: "error",
      comment: "a cycle, even of types, has no beginning to read from",
      from: {},
      to: { circular: true },
    },
    {
      name: "no-unresolved",
      severity: "error",
      comment: "an import that leads nowhere",
      from: {},
      to: { couldNotResolve: true },
    },
    ...Object.entries(layers).map(([layer, allowed]) => ({
      name: `layer-${layer}`,
      severity: "error",
      comment: reasons[layer],
      from: { path: `^src/${layer}/` },
      to: { path: "^src/", pathNot: `^src/(${allowed.join("|")})/` },
    })),
    {
      name: "app-wires-only",
      severity: "error",
      comment: "app.ts joins interfaces and implementations; who uses it is above it",
      from: { path: "^src/(app|config)\\.ts$" },
      to: { path: "^src/(cli|server|sandbox)/|^src/index\\.ts$" },
    },
    {
      name: "nothing-above-index",
      severity: "error",
      comment: "index.ts is the way in for others, not for us",
      from: { path: "^src/", pathNot: "^src/index\\.ts$" },
      to: { path: "^src/index\\.ts$" },
    },
    {
      name: "stages-share-types-only",
      severity: "error",
      comment: "stages flow forward: a stage knows another's nouns; advance.ts conducts",
      from: { path: `^src/campaign/(${stages})/`, pathNot: "^src/campaign/execute/" },
      to: {
        path: `^src/campaign/(${stages})/`,
        pathNot: "^src/campaign/$1/",
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "execute-calls-govern-only",
      severity: "error",
      comment: "the gate stands inside perform(); execute needs no other stage's code",
      from: { path: "^src/campaign/execute/" },
      to: {
        path: `^src/campaign/(${stages})/`,
        pathNot: "^src/campaign/(execute|govern)/",
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "only-govern-grants",
      severity: "error",
      comment: "an approval exists because governance gave it",
      from: { path: "^src/", pathNot: "^src/(campaign/govern/|protocol/client\\.ts$)" },
      to: { path: "^src/protocol/grant\\.ts$" },
    },
    {
      name: "only-execute-mutates",
      severity: "error",
      comment: "perform() in execute/ is the only door to a change at an agent",
      from: { path: "^src/", pathNot: "^src/(campaign/execute/|protocol/client\\.ts$)" },
      to: { path: "^src/protocol/mutate\\.ts$" },
    },
    {
      name: "only-app-makes-clients",
      severity: "error",
      comment: "a client made elsewhere would be a second door",
      from: { path: "^src/", pathNot: "^src/app\\.ts$" },
      to: { path: "^src/protocol/client\\.ts$" },
    },
    {
      name: "pure-no-node",
      severity: "error",
      comment: "ranking, planning, learning and policies repeat exactly: no clock, disk or network",
      from: { path: pure, pathNot: "^src/campaign/plan/solver" },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "pure-no-packages",
      severity: "error",
      comment:
        "ranking, planning, learning and policies do no IO through a package either; zod alone is let in",
      from: { path: pure, pathNot: "^src/campaign/plan/solver" },
      to: { dependencyTypes: ["npm", "npm-dev", "npm-optional", "npm-peer"], pathNot: "node_modules/zod/" },
    },
    {
      name: "no-model-near-money",
      severity: "error",
      comment:
        "no model is in the path of money: what one says of an offer is shown beside the ranking, and no stage reads it",
      from: { path: "^src/campaign/(discover|quote|rank|plan|preflight|govern|execute|measure|learn)/" },
      to: { path: "^src/(llm|campaign/reading)/" },
    },
    {
      name: "report-no-io",
      severity: "error",
      comment: "a report is a function of the state; who writes it to disk is above it",
      from: { path: "^src/report/" },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "one-model-file",
      severity: "error",
      comment: "the model libraries change fast: one file knows them",
      from: { path: "^src/", pathNot: "^src/llm/provider\\.ts$" },
      to: { path: "node_modules/(ai|@ai-sdk)/" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
    },
  },
};
