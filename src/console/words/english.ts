import { channelName } from "../../lib/english.ts";
import { purchaseChip } from "../../report/blocks/cell.ts";
import { kpiName } from "../../report/blocks/format.ts";
import type { Status } from "../../report/blocks/schema.ts";
import { tablesInEnglish } from "../../report/renderers/html-script.ts";
import { briefInEnglish } from "./brief-in-english.ts";
import { decisionsInEnglish } from "./decisions-in-english.ts";
import { documentsInEnglish } from "./documents-in-english.ts";
import { gridInEnglish } from "./grid-in-english.ts";
import { liveInEnglish } from "./live-in-english.ts";

/** Fields that a free text is read for. */
const days = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });

/** `28 Feb 2027` */
function inEnglish(iso: string): string {
  const day = iso.slice(0, 10);
  return Number.isNaN(Date.parse(day)) ? day : days.format(new Date(day));
}

/** Every text of the console that is its own; those of operations and reports stay in English and are marked so. */
export const english = {
  language: "en",
  name: "English",
  /** A figure as it is written in this language, of one as reports write it. */
  figure: (text: string) => text,
  /** A day, of one in ISO 8601. */
  day: inEnglish,
  /** A day in the head of a column. */
  week: (iso: string) => inEnglish(iso).replace(/ \d+$/, ""),
  instant: (iso: string) => `${inEnglish(iso)}, ${iso.slice(11, 16)} UTC`,
  channel: channelName,
  kpi: kpiName,
  status: (status: Status) => purchaseChip(status).words,
  tables: tablesInEnglish,
  skip: "Skip to content",
  nav: {
    label: "Pages",
    today: "Today",
    campaigns: "Campaigns",
    inbox: "Inbox",
    brief: "New brief",
    sellers: "Vendors",
    audit: "Audit",
    stop: "Stop",
  },
  /** What figures, columns and facts are called on every page. */
  terms: {
    campaign: "Campaign",
    vendor: "Vendor",
    line: "Line",
    lines: "Lines",
    total: "All lines",
    channels: "Channels",
    amount: "Amount",
    impressions: "Impressions",
    cpm: "CPM",
    bought: "Bought",
    spent: "Spent",
    status: "Status",
    step: "Step",
    decision: "Decision",
    until: "Decide until",
    why: "Why",
    reason: "Reason",
    before: "Before",
    after: "After",
    at: "When",
    by: "By",
  },
  sandbox: (day: string) => `Sandbox: today is ${day}`,
  logOut: "Log out",
  loggedInAs: (person: string) => `Logged in as ${person}`,
  footer: "Every decision made here is recorded in the ledger.",
  login: {
    title: "Log in",
    lead: "flightdesk serve prints a single-use link that is valid for 10 minutes. Open it, or paste it here.",
    field: "Link, or the part after its #",
    button: "Log in",
    newLink: "Print a new link",
    printed: "A new link was printed where flightdesk serve runs.",
    tooSoon: "A link was printed within the last minute. Use that one, or wait a minute.",
    unknown: "This link has been used, has expired or is not valid. Have a new one printed.",
    tooMany: "Too many attempts. Wait a minute.",
    company: "Log in with your company's account",
    byLink: "With a link",
    byPasskey: "Log in with a passkey",
    passkeyRefused: "Nobody was let in: approvers.yaml has no such passkey under this name.",
    companyRefused:
      "Your company's login did not let you in. Try again; if it keeps failing, see the log of flightdesk serve for the reason.",
    noRole: (person: string) =>
      `Your company knows you as ${person}, but you have no role here yet. Ask whoever runs flightdesk for one, then log in again.`,
    goOn: "You are logged in. Opening the console.",
  },
  refused: {
    title: "Not done",
    host: "This console is not served under that name. On its own machine it is localhost.",
    origin: "This form was not sent from the console. Open the page again and send it from there.",
    form: "This form was already sent, or belongs to another session. Open the page again.",
    session: "You are not logged in, or your session is over.",
    viewer: "You can read here, but not change anything.",
    role: "Your role here does not include this.",
    busy: "Four jobs are running already. Wait until one is done.",
    unknown: "This page does not exist.",
    large: (megabytes: number) =>
      `This is larger than ${megabytes} MB. Upload the brief alone, or paste it as text.`,
    fault: "It could not be done. See the log of flightdesk serve for the reason.",
    back: "Back to Today",
  },
  campaigns: {
    lead: (count: number, waiting: number) =>
      count === 0
        ? "No campaign has been run here yet."
        : `${count === 1 ? "One campaign" : `${count} campaigns`}. ${
            waiting === 0
              ? "No decision is pending."
              : waiting === 1
                ? "One decision is pending."
                : `${waiting} decisions are pending.`
          }`,
    table: "All campaigns",
    named: "Name contains",
    anyState: "any",
    filter: "Filter",
    begun: "Started",
    spend: "Spend to date",
    waits: "Pending",
    of: (part: string, whole: string) => `${part} of ${whole}`,
    byCurve: (spent: string, planned: string, share: string) => `${spent}, ${share} of ${planned} by now`,
    notYet: "nothing reported yet",
    compared: (count: number) => `Compared or planned only, nothing bought: ${count}`,
    more: (count: number) => `${count} more`,
    states: {
      ended: "ended",
      person: "waiting for you",
      held: "held",
      stopped: "stopped",
      seller: "with vendors",
      running: "running",
    },
    stopped: (what: string, reason: string) => `${what} ${reason}`,
  },
  campaign: {
    tabs: {
      label: "This campaign",
      overview: "Overview",
      plan: "Plan",
      live: "Live",
      offers: "Offers",
      whatif: "What if",
      documents: "Documents",
      report: "Full report",
    },
    withheld: "Nothing is being sent",
    waits: "Waiting on",
    compared: "Nothing is bought",
    comparedLead:
      "This is not binding, and no vendor reserves inventory for you. Start it below, or change the brief first:",
    comparedEmpty: "This plan buys nothing. Change the brief, and make a plan again:",
    comparedBlocked: "Nothing can be ordered by this plan. Change the brief, and make a plan again:",
    findings: {
      block: "The plan may not be bought as it stands",
      ask: "A person decides before anything is bought",
    },
    decide: "Decide in the inbox",
    money: "Money",
    budget: "Budget",
    inDoubt: "Not confirmed",
    open: "Not sent",
    unallocated: "Unallocated",
    changedFrom: (before: string) => `changed from ${before}`,
    pacing: "Impressions: delivered vs. planned",
    notReported: (days: number) =>
      days === 0 ? "not reported" : `not reported: ${days === 1 ? "1 day" : `${days} days`}`,
    pacingText: (delivered: string, planned: string, last: string) =>
      `${delivered} delivered by ${last}; ${planned} planned.`,
    deliveredLine: "delivered",
    plannedLine: "planned",
    noPlan: "There are no lines: nothing is planned.",
    /** Money that would take the plan past the KPI's figure. */
    spend: { all: "Spend all of the budget", to_target: "Keep the rest" },
    withFloor: "See the plan with it",
  },
  ...decisionsInEnglish,
  ...documentsInEnglish,
  ...gridInEnglish,
  ...liveInEnglish,
  compare: { none: "No offers yet." },
  whatif: {
    lead: "Alternative plans from the offers on record. No vendor is asked, and nothing is saved.",
    budget: "Budget",
    budgetHint: "such as 300,000 EUR or +20%",
    "max-share": "Max. share per vendor",
    shareHint: "such as 40%",
    "max-cpm": "Max. CPM",
    maxCpmHint: "such as 25 EUR",
    channel: "Share of a channel",
    least: "At least",
    most: "At most",
    "without-seller": "Without these vendors",
    "without-channel": "Without these channels",
    spend: "Money that would miss the KPI",
    /** Why a change cannot be made, by the label of its field. */
    wrong: {
      amount: (field: string, value: string) =>
        `${field}: “${value}” is not an amount. Write one such as 300,000 EUR.`,
      currency: (field: string, value: string) => `${field}: “${value}” is not in the brief's currency.`,
      share: (field: string, value: string) =>
        `${field}: “${value}” is not a share. Write percentages such as 40%, the least before the most.`,
      spend: (field: string, value: string) => `${field}: “${value}” is not one of the choices.`,
      unknown: (field: string, value: string) => `${field}: there are no offers of ${value}.`,
    },
    button: "Plan again",
    table: "Plans side by side",
    named: { plan: "the plan", edited: "as edited" },
    /** What is otherwise in another plan. */
    changed: {
      budgetBy: (share: string, isLess: boolean) => `${share} ${isLess ? "less" : "more"} budget`,
      anyShare: "any share per vendor",
      maxShare: (share: string) => `at most ${share} per vendor`,
      maxCpm: (price: string) => `CPM at most ${price}`,
      share: (channel: string, least: string, most: string) => `${channel} ${least} to ${most}`,
      without: (what: string) => `without ${what}`,
      spend: { all: "all of the budget spent", to_target: "the rest kept" },
    },
    moved: (product: string, before: string | undefined, after: string | undefined) =>
      before === undefined
        ? `new: ${product} for ${after}`
        : after === undefined
          ? `gone: ${product} for ${before}`
          : `${product}: ${before} becomes ${after}`,
    scenario: "Plan",
    total: "Planned",
    packages: "Packages",
    difference: "Against the plan",
    goal: "Of target",
    people: "People",
    from: (count: string) => `from ${count}`,
    unknown: "not known",
    differences: "What changes",
    none: "The same packages.",
    conflict: "No plan is possible",
    requirements: "These requirements cannot all be met",
    dropping: "Without this one",
    make: "Make this the plan",
    makeLead:
      "The campaign continues with this plan. This step buys nothing: the orders go out with the next turn, under your policies, and decisions that are pending now are asked again.",
    fixed: "This plan can no longer be chosen.",
    compared: "So far offers were only compared. The brief opens with these changes in it:",
    making: "Replanning",
    made: "The campaign has a new plan; nothing of it is bought yet.",
  },
  brief: briefInEnglish,
  sellers: {
    lead: "How vendors performed in your campaigns.",
    none: "No vendor has been asked yet.",
    table: "Track records",
    answers: "Answers",
    price: "Price vs. order",
    delivery: "Delivery",
    deliveryRange: (mean: string, low: string, high: string) => `${mean} (${low} to ${high})`,
    reports: "Faulty reports",
    agreed: "Reviewed orders accepted",
    unreviewed: "none reviewed",
    stops: "Stops honoured",
    score: "Score (-1 to 1)",
    unseen: "no record",
    ofCount: (part: number, whole: number) => `${part} of ${whole}`,
  },
  audit: {
    sound: (campaigns: number) =>
      `The ledger is intact: ${campaigns === 1 ? "one campaign" : `${campaigns} campaigns`}, every seal verified.`,
    broken: "The ledger has been changed.",
    entry: "Entry",
    chooseLead: "Choose a campaign. Its decisions are made again from the record and compared.",
    replayed: (same: number, all: number) =>
      same === all
        ? `All ${all} decisions were made again with the same result.`
        : `${all - same} of ${all} decisions came out differently.`,
    decisions: "Decisions that came out differently",
    people: "Who decided",
    agreed: "agreed",
    rejected: "rejected",
    nobody: "No person has decided anything in this campaign.",
    download: "Download the sealed record",
  },
  work: {
    working: "In progress. This page refreshes by itself.",
    failed: "Not done",
    done: "Done",
    next: "Continue",
    log: "What was done",
    ended:
      "flightdesk serve was restarted, and no longer knows this job. What was recorded is in the campaign.",
  },
  shown: {
    title: "A step to decide",
    sentTo: (to: string) => `This was sent to ${to}. It shows one step; you cannot decide here.`,
    lead: "To decide, log in:",
    decide: "open it in the console",
    over: "This link has expired, or was not sent by this installation.",
    decided: "This step is no longer waiting for a decision.",
    changed: "The request has changed since this link was sent. Review it in the inbox.",
  },
};

export type Words = typeof english;
