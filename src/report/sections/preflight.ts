import { z } from "zod";
import { checkNames } from "../../campaign/model/decisions/preflight-finding.ts";
import { findingText, openQuestions } from "../../campaign/model/state/clearance.ts";
import type { CampaignState } from "../../campaign/model/state/state.ts";
import { chip } from "../blocks/cell.ts";
import { list, prose, type Section } from "../blocks/document.ts";
import { type Described, each, fields } from "../blocks/schema.ts";
import { header, plain, table, words } from "../blocks/table.ts";

const result = z
  .enum(["pass", "note", "ask", "block"])
  .describe("note: to be known; ask: a person decides before anything is bought; block: it is not bought");

export const preflightSchema = fields({
  result,
  checks: each({
    name: z.enum(checkNames),
    result,
    findings: each({
      result,
      where: z.string().describe("field of the brief or line of the plan"),
      what: z.string(),
      todo: z.string().describe("what the brief's author can do"),
      agreed: z.boolean().optional().describe("ask: whether a person has said yes"),
    }),
  }),
  refusedBy: z.string().optional().describe("who said no to what was asked"),
}).describe("the checks of the plan before its first buy");
type Preflight = Described<typeof preflightSchema>;
type Finding = Preflight["checks"][number]["findings"][number];

/** Each check with what it found; absent before the plan was checked. */
export function describePreflight(state: CampaignState): Preflight | undefined {
  const { preflight } = state;
  if (!preflight) return undefined;
  const open = new Set(openQuestions(state));
  const checks = checkNames.map((name) => {
    const findings = preflight.findings
      .filter(({ check }) => check === name)
      .map((finding) => ({
        ...finding,
        agreed: finding.result === "ask" ? !open.has(findingText(finding)) : undefined,
      }));
    return { name, result: worst(findings), findings };
  });
  return { result: worst(checks), checks, refusedBy: preflight.refusedBy };
}

const order = ["block", "ask", "note"] as const;

function worst(items: readonly { readonly result: Preflight["result"] }[]): Preflight["result"] {
  return order.find((word) => items.some(({ result }) => result === word)) ?? "pass";
}

const checkTitles: Readonly<Record<Preflight["checks"][number]["name"], string>> = {
  flight: "Dates",
  budget: "Budget",
  currency: "Currencies",
  sellers: "Sellers that the brief names",
  geography: "Countries",
  targeting: "The brief's targeting in the orders",
  duplicate: "Duplicates",
  total: "Totals",
  addresses: "Landing pages and files",
  creatives: "Something to run in each package",
  release: "Sellers' protocols",
  operator: "Authority to buy for the brand",
  account: "Accounts at sellers",
  policies: "Your policies",
  ledger: "What the ledger does not know",
};

/** `passed`, `stops the campaign` … in the colour of a step. */
function resultChip({ result, agreed }: Finding) {
  if (agreed === true) return chip("done", "agreed to");
  return {
    pass: chip("done", "passed"),
    note: chip("open", "to be known"),
    ask: chip("waiting", "a person decides"),
    block: chip("refused", "stops the campaign"),
  }[result];
}

export const preflight: Section<{ readonly preflight?: Preflight }> = {
  id: "preflight",
  appendix: true,
  name: "Checks",
  title: "Before the first buy",
  none: "not checked yet",
  blocks: ({ preflight }) => {
    if (preflight === undefined) return [];
    const { checks, refusedBy } = preflight;
    const rows = checks.flatMap(({ name, findings }) => findings.map((finding) => ({ name, ...finding })));
    const passed = checks.filter(({ findings }) => findings.length === 0);
    return [
      table<(typeof rows)[number]>({
        caption: "Checks of the plan",
        rows,
        columns: [
          header("Check", ({ name }) => checkTitles[name]),
          plain("Result", resultChip, { kind: "short" }),
          words("Found", ({ where, what, todo }) => `${where}: ${what} ${todo}`),
        ],
      }),
      prose(refusedBy && `${refusedBy} said no to what was asked.`),
      list(
        passed.map(({ name }) => checkTitles[name]),
        "Passed",
      ),
    ];
  },
};
