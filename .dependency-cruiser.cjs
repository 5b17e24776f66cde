const rooms = require("./rooms.cjs");

/** Who may import whom. Each rule says why; `test/architecture` proves that each of them bites. */

const layers = {
  lib: ["lib"],
  protocol: ["lib", "protocol"],
  ledger: ["lib", "ledger"],
  llm: ["lib", "llm"],
  brief: ["lib", "protocol", "llm", "brief"],
  campaign: ["lib", "protocol", "ledger", "llm", "brief", "campaign"],
  report: ["lib", "protocol", "ledger", "llm", "brief", "campaign", "report"],
  notify: ["lib", "protocol", "ledger", "llm", "brief", "campaign", "report", "notify"],
  desk: [
    "lib",
    "protocol",
    "ledger",
    "llm",
    "brief",
    "campaign",
    "report",
    "notify",
    "(app|wire|config)\\.ts$",
    "desk",
  ],
  sandbox: ["lib", "protocol", "sandbox"],
  match: ["lib", "protocol", "match"],
  tools: ["lib", "report", "desk", "tools"],
  mcp: ["lib", "report", "desk", "tools", "mcp"],
  chat: ["lib", "llm", "desk", "tools", "chat"],
  console: ["lib", "report", "notify", "desk", "console"],
  library: ["lib", "ledger", "desk", "config\\.ts$", "library"],
};

/** What package.json exports. */
const entries = "index|sandbox|report|mcp|ai";

const reasons = {
  lib: "lib is the floor: it must be usable by every other folder",
  protocol: "the wire knows tasks, not campaigns",
  ledger: "the memory keeps events of any kind and knows none of them",
  llm: "the model layer answers questions; what for is the campaign's matter",
  brief: "what a client writes is read before there is a campaign, and knows none",
  campaign: "the story must not know who shows it, serves it or plays the other side",
  report: "a report is made from a campaign's state and nothing else",
  notify: "what people are told is made of what is recorded: it changes nothing, and asks no operation",
  desk: "operations know neither who asks for them nor the other side: every door stands above them",
  sandbox: "the other side shares the contract with us and no code that plans or buys",
  match: "who answers routers has no ledger, no campaign and no desk: it reads the files that they write",
  tools:
    "what a model may ask for, in few words: it is asked of the desk, whatever door the model stands behind",
  mcp: "a face on tools: it speaks the protocol and computes nothing",
  chat: "a conversation over tools: it reads and proposes as they do",
  console: "a face on operations: its pages are made of what the desk answers",
  library: "a face on operations: each is a method, and none is written by hand",
};

/** The floors of the campaign, lowest first: what each folder may import beside `model/` and itself. */
const floors = {
  model: [],
  targeting: [],
  discover: [],
  quote: ["targeting"],
  rank: ["targeting"],
  preflight: ["plan", "steps", "govern"],
  admin: [],
  reading: [],
  feasibility: ["rank"],
  plan: ["rank", "feasibility", "targeting", "quote"],
  account: ["plan"],
  steps: ["plan", "account"],
  measure: ["account"],
  approvals: ["account", "steps", "plan"],
  notices: ["steps"],
  govern: ["approvals"],
  execute: ["govern", "approvals", "steps", "account", "plan", "quote", "targeting"],
  audit: ["account", "govern", "approvals", "steps", "plan", "preflight", "rank"],
  change: ["execute", "govern", "approvals", "notices", "steps", "account", "plan", "audit"],
  stop: ["execute", "audit", "admin", "account"],
  learn: ["change", "execute", "measure", "account"],
  reallocate: ["learn", "change", "execute", "measure", "account", "plan"],
};
/** A room lies in another one where that one's folder is a room as well: who comes from within the outer one need not pass its door. */
const innerRooms = (room) => Object.keys(rooms).filter((name) => name.startsWith(`${room}/`));
const pure =
  "^src/campaign/(feasibility|targeting|rank|plan|preflight|learn|govern/policies|measure/pacing)/";
const readsModels = "reading|model|run";

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
      name: "no-folder-cycles",
      severity: "error",
      comment: "folders that need each other are one folder: neither can be read, or moved, alone",
      scope: "folder",
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
      to: {
        path: "^src/",
        pathNot: allowed.map((folder) => `^src/${folder.endsWith("$") ? folder : `${folder}/`}`),
      },
    })),
    {
      name: "app-wires-only",
      severity: "error",
      comment: "app.ts and wire.ts join interfaces and implementations; who uses them is above them",
      from: { path: "^src/(app|wire|config)\\.ts$" },
      to: { path: "^src/(cli|server|console|library|sandbox|desk)/|^src/index\\.ts$" },
    },
    {
      name: "models-cannot-decide",
      severity: "error",
      comment:
        "behind chat and mcp a model chooses the words: what decides, stops or administers is for people, and nothing there gets hold of it",
      from: { path: "^src/(tools|chat|mcp)/" },
      to: {
        path: "^src/desk/(decides|stops|administers)/|^src/campaign/(approvals|stop)/|^src/(app|wire)\\.ts$",
      },
    },
    {
      name: "context-knows-no-identity",
      severity: "error",
      comment: "the side that knows the page gets hold of nothing about who looks, by whatever way",
      from: { path: "^src/match/context\\.ts$" },
      to: { path: "^src/match/(identity|stored-tokens)\\.ts$", reachable: true },
    },
    {
      name: "identity-knows-no-context",
      severity: "error",
      comment: "the side that knows who looks gets hold of nothing about the page, by whatever way",
      from: { path: "^src/match/(identity|stored-tokens)\\.ts$" },
      to: { path: "^src/match/context\\.ts$", reachable: true },
    },
    {
      name: "nothing-above-index",
      severity: "error",
      comment: "index.ts and its subpaths are the ways in for others, not for us",
      from: { path: "^src/" },
      to: { path: `^src/(${entries})\\.ts$` },
    },
    ...Object.entries(floors).map(([floor, allowed]) => ({
      name: `floor-${floor}`,
      severity: "error",
      comment: "each floor of the campaign stands on lower ones; run/ alone conducts them all",
      from: { path: `^src/campaign/${floor}/` },
      to: {
        path: "^src/campaign/",
        pathNot: `^src/campaign/(${["model", floor, ...allowed].join("|")})/`,
      },
    })),
    ...Object.entries(rooms).map(([room, door]) => ({
      name: "only-through-the-door",
      severity: "error",
      comment: "a room is entered by the files that rooms.cjs names, so that the others can change unseen",
      from: { path: "^src/", pathNot: `^src/${room}/` },
      to: {
        path: `^src/${room}/`,
        pathNot: [
          `^src/${room}/(${door.join("|")})\\.ts$`,
          ...innerRooms(room).map((inner) => `^src/${inner}/`),
        ],
      },
    })),
    {
      name: "only-govern-issues-permits",
      severity: "error",
      comment: "a call permit exists because governance approved the call",
      from: { path: "^src/", pathNot: "^src/(campaign/govern/|protocol/client/client\\.ts$)" },
      to: { path: "^src/protocol/client/issue-permit\\.ts$" },
    },
    {
      name: "only-execute-mutates",
      severity: "error",
      comment: "perform() in execute/ is the only door to a change at an agent",
      from: { path: "^src/", pathNot: "^src/(campaign/execute/|protocol/client/client\\.ts$)" },
      to: { path: "^src/protocol/client/mutate\\.ts$" },
    },
    {
      name: "only-wire-makes-clients",
      severity: "error",
      comment: "a client made elsewhere would be a second door",
      from: { path: "^src/", pathNot: "^src/wire\\.ts$" },
      to: { path: "^src/protocol/client/client\\.ts$" },
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
      from: { path: "^src/campaign/", pathNot: `^src/campaign/(${readsModels})/` },
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
      name: "parsers-read-inside",
      severity: "error",
      comment: "what parses files of outsiders runs in a process of its own, with limits of time and memory",
      from: { path: "^src/", pathNot: "^src/desk/intake/" },
      to: {
        path: "node_modules/(unpdf|mammoth|read-excel-file|html-to-text|postal-mime|@kenjiuno/msgreader|csv-parse|chardet|fflate)/",
      },
    },
    {
      name: "outsiders-are-read-inside",
      severity: "error",
      comment:
        "what reads the words and files of outsiders is loaded by that process alone: others ask by its door",
      from: { path: "^src/", pathNot: "^src/(brief|desk/intake)/" },
      to: {
        path: "^src/brief/reader/(answer-brief|brief-file|read-brief)\\.ts$|^src/desk/intake/(?!intake)",
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "jobs-run-inside",
      severity: "error",
      comment: "the process of its own runs the jobs; the door knows their types and no more",
      from: { path: "^src/desk/intake/intake\\.ts$" },
      to: { path: "^src/desk/intake/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "worlds-know-no-learner",
      severity: "error",
      comment: "an exam that shares its curves with the pupil asks for nothing",
      from: { path: "^scripts/simulation/worlds/" },
      to: { pathNot: "^scripts/simulation/worlds/" },
    },
    {
      name: "one-model-file",
      severity: "error",
      comment: "the model libraries change fast: three files know them",
      from: { path: "^src/", pathNot: "^src/llm/(provider|conversation|tools)\\.ts$" },
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
