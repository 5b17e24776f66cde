import type { AnswerOf, InputOf } from "../../desk/operations.ts";
import { type Fragment, html, type Markup, typed } from "../../report/blocks/html-template.ts";
import { campaignPath, form, inEnglish, type View } from "../shell.ts";

export type Changes = NonNullable<InputOf<"replan">["changes"]>;

/** Makes the plan with these changes the campaign's own. */
export function replanForm(
  campaign: string,
  { basis, changes }: { readonly basis: string; readonly changes: Changes },
  content: Fragment,
  view: View,
): Markup {
  const query = new URLSearchParams(changes.map(({ option, value }): [string, string] => [option, value]));
  return form(
    campaignPath(campaign, "what-if"),
    "replan",
    html`<input type="hidden" name="basis" value="${basis}"><input type="hidden" name="changes" value="${typed(query.toString())}">${content}`,
    view,
  );
}

/** What the checks before the first buy have found, and nobody has agreed to. */
export function findingsOf({ preflight }: AnswerOf<"report">["report"], wanted: "block" | "ask") {
  return (preflight?.checks ?? []).flatMap(({ findings }) =>
    findings.filter(({ result, agreed }) => result === wanted && agreed !== true),
  );
}

/** A finding with what a person can do about it: where there are choices, each makes the plan anew. */
export function wayOn(
  { where, what, todo }: ReturnType<typeof findingsOf>[number],
  { campaign, basis }: { readonly campaign: string; readonly basis?: string | undefined },
  view: View,
): Markup {
  if (where !== "spend" || basis === undefined) return inEnglish(`${what} ${todo}`);
  const own = view.words.campaign.spend;
  const choices = (["all", "to_target"] as const).map((value) =>
    replanForm(
      campaign,
      { basis, changes: [{ option: "spend", value }] },
      html`<input type="hidden" name="reason" value="${own[value]}"><button class="quiet">${own[value]}</button>`,
      view,
    ),
  );
  return html`${inEnglish(what)}<div class="row">${choices}</div>`;
}
