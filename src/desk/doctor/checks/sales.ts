import type { Parts } from "../../../lib/parts.ts";
import type { TaskName } from "../../../protocol/tasks/index.ts";
import type { AgentFacts } from "../facts.ts";
import { type Finding, good, toKnow, willNotWork } from "../finding.ts";

/** What a buyer needs of an agent that sells media. */
export function checkSales(facts: AgentFacts): Parts<Finding> {
  const { served, declared } = facts;
  return [
    needs.map((need) => checkNeed(need, facts)),
    checkAccounts(facts),
    checkFormats(facts),
    !served.has("provide_performance_feedback") && toKnow("delivery", "It takes no performance feedback."),
    declared?.media_buy?.governance_aware === true
      ? good("governance", "It says that it checks governance too; flightdesk does before every change.")
      : toKnow(
          "governance",
          "It does not say that it checks governance; flightdesk does before every change.",
        ),
    checkReporting(facts),
  ];
}

function checkReporting({ served, desk }: AgentFacts): Finding | undefined {
  if (!served.has("sync_governance")) return undefined;
  return desk.governanceCredential
    ? good(
        "governance",
        "It gets the address of the governance agent, with a credential of its own, before the first buy.",
      )
    : toKnow(
        "governance",
        "It accepts a governance agent for each account and does not get yours: its entry in credentials.yaml has no governance_credential.",
      );
}

interface Need {
  readonly about: Finding["about"];
  readonly tasks: readonly TaskName[];
  readonly works: string;
  /** What follows where one of the tasks is not listed. */
  readonly without: string;
  /** Whether nothing can be bought then. */
  readonly stops?: true;
}

const needs: readonly Need[] = [
  {
    about: "buying",
    tasks: ["get_products", "create_media_buy"],
    works: "Products can be asked for and ordered.",
    without: "nothing can be bought from it",
    stops: true,
  },
  {
    about: "buying",
    tasks: ["update_media_buy"],
    works: "A running buy can be changed and stopped.",
    without: "a running buy can be neither changed nor stopped from here",
  },
  {
    about: "read-back",
    tasks: ["get_media_buys"],
    works: "What it holds can be read back: a buy whose answer is lost is found again.",
    without: "a buy whose answer is lost cannot be looked up, and a person is asked",
  },
  {
    about: "polling",
    tasks: ["get_task_status"],
    works: "An order that its people must agree to can be followed.",
    without: "an order that its people must agree to cannot be followed, and stays open here",
  },
  {
    about: "creatives",
    tasks: ["sync_creatives"],
    works: "Creatives can be brought to it.",
    without: "buys that wait for creatives go without",
  },
  {
    about: "delivery",
    tasks: ["get_media_buy_delivery"],
    works: "What it delivered can be asked for.",
    without: "what it delivers cannot be measured, and no money is moved by it",
  },
];

function checkNeed({ about, tasks, works, without, stops }: Need, { served, probes, products }: AgentFacts) {
  const missing = tasks.filter((task) => !served.has(task));
  if (missing.length > 0)
    return willNotWork(about, `It lists no ${missing.join(" and no ")}: ${without}.`, stops ? ["sales"] : []);
  // Where it was tried and failed, that is reported instead.
  const fails = probes.some(({ task, result }) => tasks.includes(task) && result === "failed");
  // And where nothing can be ordered of what it offers.
  const isIdle = stops && products.length > 0 && products.every(({ result }) => result !== "orderable");
  return !fails && !isIdle && good(about, works);
}

function checkAccounts({ declared, served, activeAccounts }: AgentFacts): Parts<Finding> {
  const { require_operator_auth: itsOwn = false, supported_billing: billing } = declared?.account ?? {};
  const open = activeAccounts === undefined ? "" : `; open to you now: ${activeAccounts}`;
  const byName = served.has("sync_accounts")
    ? good("accounts", `Accounts are by brand and operator and are opened with sync_accounts${open}.`)
    : toKnow("accounts", `Accounts are by brand and operator, and none is opened from here${open}.`);
  return [
    itsOwn ? accountsOfItsOwn(activeAccounts) : byName,
    billing !== undefined &&
      !billing.includes("operator") &&
      willNotWork(
        "accounts",
        `It bills ${billing.join(" or ") || "nobody"}, and accounts are asked for with billing of the operator.`,
      ),
  ];
}

function accountsOfItsOwn(active: number | undefined): Finding {
  if (active === undefined)
    return willNotWork("accounts", "It issues accounts itself and does not state which are open to you.", [
      "sales",
    ]);
  return active === 0
    ? willNotWork("accounts", "It issues accounts itself, and none is open to you: ask it for one.", [
        "sales",
      ])
    : good("accounts", `It issues accounts itself; open to you now: ${active}.`);
}

function checkFormats({ formats, served }: AgentFacts): Finding {
  if (formats === undefined) {
    const why = served.has("list_creative_formats")
      ? "Its creative formats cannot be read"
      : "It lists no creative formats";
    return toKnow("formats", `${why}: what its packages accept is known from its products alone.`);
  }
  const { own, referred } = formats;
  const more = referred === 0 ? "" : ` and refers to ${referred} other agent${referred === 1 ? "" : "s"}`;
  return good("formats", `It describes ${own} creative format${own === 1 ? "" : "s"}${more}.`);
}
