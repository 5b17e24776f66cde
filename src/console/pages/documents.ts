import type { AnswerOf } from "../../desk/operations.ts";
import { html, type Markup } from "../../report/blocks/html-template.ts";
import type { Letterhead } from "../../report/documents/insertion-orders.ts";
import {
  type DetailField,
  fieldsOfParty,
  type MissingDetail,
  type OrderTerms,
  type Party,
  partiesOf,
  termNames,
} from "../../report/documents/order-terms.ts";
import type { Fields } from "../request.ts";
import { campaignPath, field, form, page, plainList, section, type View } from "../shell.ts";
import { tabs } from "./campaign.ts";

type Shown = AnswerOf<"report">;
type Problem = AnswerOf<"set-order-details">["problems"][number];

/** An insertion order by its name, and what is to be known before it can be signed. */
interface OrderFile {
  readonly name: string;
  readonly missing: readonly MissingDetail[];
}

export interface Documents {
  readonly orders: readonly OrderFile[];
  readonly months: readonly string[];
  readonly letterhead: Letterhead;
  /** What of it the desk's settings say: that is changed there. */
  readonly fixed?: OrderTerms | undefined;
  /** What was sent and not kept, and why. */
  readonly sent?: { readonly given: Fields; readonly problems: readonly Problem[] };
  readonly isSaved?: boolean;
}

/** What is handed on, as files: the report, an insertion order for each order, by its name, what creatives are due, and each month's statement. */
export function documentsPage(
  { campaign, report }: Pick<Shown, "campaign" | "report">,
  documents: Documents,
  view: View,
): string {
  const own = view.words.documents;
  const { orders, months, sent, isSaved } = documents;
  const link = (path: string, label: string) =>
    html`<a href="${campaignPath(campaign, "documents")}/${path}" download>${label}</a>`;
  const files = [
    link("pdf", own.pdf),
    link("xlsx", own.xlsx),
    ...orders.map(
      ({ name, missing }) =>
        html`${link(`io-pdf/${encodeURIComponent(name)}`, own.order(name.replace(/^insertion-order\./, "")))}${
          missing.length > 0 && html` <span class="small muted">${own.notReady}</span>`
        }`,
    ),
    ...(orders.length > 0 ? [link("specs-pdf", own.specs)] : []),
    ...months.map((month) => link(`statement/${month}`, own.statement(month))),
  ];
  return page(view, {
    title: report.headline.title,
    lead: own.lead,
    current: "campaigns",
    main: [
      tabs(campaign, "documents", view.words),
      sent !== undefined && html`<div class="alert" role="alert"><p>${own.notSaved}</p></div>`,
      isSaved === true && html`<div class="alert" role="status"><p>${own.saved}</p></div>`,
      section(
        view.words.campaign.tabs.documents,
        html`${plainList(files)}${orders.length === 0 && html`<p>${own.noPlan}</p>`}`,
      ),
      orders.length > 0 && section(own.details, detailsForm({ campaign, report }, documents, view)),
    ],
  });
}

/** The fields of parties begin with the detail, as a domain may hold anything. */
const [ofParty, ofTerms] = ["party.", "term."] as const;

/** What was typed, as `set-order-details` takes it. */
export function detailsIn(given: Fields) {
  const parties: Record<string, Record<string, string>> = {};
  const terms: Record<string, string> = {};
  for (const [name, text] of given) {
    const [, detail = "", key = ""] = /^party\.(\w+)\.(.+)$/.exec(name) ?? [];
    if (key !== "") parties[key] = { ...parties[key], [detail]: text };
    else if (name.startsWith(ofTerms)) terms[name.slice(ofTerms.length)] = text;
  }
  return { parties, terms };
}

function detailsForm(
  { campaign, report }: Pick<Shown, "campaign" | "report">,
  { orders, letterhead, fixed = {}, sent }: Documents,
  view: View,
): Markup {
  const own = view.words.documents;
  const { terms = {} } = letterhead;
  const missing = new Map(
    orders.flatMap((one) => one.missing.map((detail) => [nameOf(detail.field, detail.party), detail])),
  );
  const parties = partiesOf(
    letterhead,
    report.brief?.advertiser,
    report.plan?.lines.map(({ sellerId }) => sellerId) ?? [],
  );
  const detail = (of: DetailField, known: string | number | undefined, isFixed: boolean, party?: Party) => {
    const name = nameOf(of, party);
    const label = own.field[of];
    if (isFixed) return html`<div class="field"><span>${label}, ${own.fixed}</span>${known}</div>`;
    const problem = sent?.problems.find((one) => one.field === of && one.party === party?.key);
    const hint = Object.entries(own.hint).find(([field]) => field === of)?.[1];
    return field(missing.has(name) ? html`${label} <em>${own.needed}</em>` : label, name, {
      value: sent?.given.get(name) ?? String(known ?? ""),
      ...(hint !== undefined && { hint }),
      ...(problem && { problem: own.wrong[problem.why] }),
    });
  };
  const partyFields = (party: Party) => {
    const { role, key } = party;
    const [known = {}, set = {}] = [terms.parties?.[key], fixed.parties?.[key]];
    const isOpen =
      sent?.problems.some((one) => one.party === key) === true ||
      [...missing.values()].some((one) => one.party?.key === key);
    return html`<details${isOpen && html` open`}><summary>${own.whose[role](key)}</summary><div class="row">${fieldsOfParty(
      role,
    ).map((one) => detail(one, known[one], set[one] !== undefined, party))}</div></details>`;
  };
  return html`<p>${own.lacking(missing.size)}</p>${form(
    campaignPath(campaign, "documents"),
    "set-order-details",
    html`${parties.map(partyFields)}<h3>${own.terms}</h3><div class="row">${termNames.map((one) =>
      detail(one, terms[one], fixed[one] !== undefined),
    )}</div><button>${own.save}</button>`,
    view,
  )}`;
}

function nameOf(detail: DetailField, party: Party | undefined): string {
  return party === undefined ? `${ofTerms}${detail}` : `${ofParty}${detail}.${party.key}`;
}
