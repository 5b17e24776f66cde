import type { Context, Hono } from "hono";
import { type ReportFormat, reportFiles } from "../desk/files/report-files.ts";
import { UsageError } from "../desk/usage-error.ts";
import { monthsFrom } from "../lib/days.ts";
import { statementSheets } from "../report/account/statement-sheets.ts";
import { renderHtml } from "../report/renderers/html.ts";
import { pagePolicy } from "../report/renderers/page.ts";
import { renderXlsx } from "../report/renderers/xlsx.ts";
import { auditPage } from "./pages/audit.ts";
import { campaignPage, comparePage, type Versions } from "./pages/campaign.ts";
import { campaignsPage } from "./pages/campaigns.ts";
import { type Documents, documentsPage } from "./pages/documents.ts";
import { decisionPage, inboxPage } from "./pages/inbox.ts";
import { planPage } from "./pages/plan.ts";
import { sellersPage } from "./pages/sellers.ts";
import { stopPage } from "./pages/stop.ts";
import { changesOf, whatifPage } from "./pages/what-if.ts";
import { workPage } from "./pages/work.ts";
import { asFile, type Env, OwnWords, orRefused, type Routes } from "./request.ts";
import { planPath, saying } from "./shell.ts";

/** Every page that is only read. */
export function pageRoutes(app: Hono<Env>, routes: Routes): void {
  const { ask, view, liveView, letterhead, works } = routes;
  app.get("/campaigns", async (http) => {
    const live = await liveView(http);
    return http.html(await campaignsPage(await ask(http, "status", {}), live, http.req.query()));
  });
  app.get("/campaigns/:campaign", async (http) => {
    const live = await liveView(http, http.req.param("campaign"));
    const shown = await campaignOrComparison(http);
    return http.html(
      await campaignPage(
        { ...shown, versions: shown.basis === undefined ? [] : await versionsOf(routes, http) },
        live,
      ),
    );
  });
  /** A comparison is no campaign, and waits for nothing. */
  const campaignOrComparison = async (http: Context<Env>) => {
    const campaign = http.req.param("campaign") ?? "";
    return orRefused(ask(http, "campaign", { campaign }), async () => ({
      ...(await ask(http, "report", { campaign })),
      waiting: [],
    }));
  };
  app.get("/campaigns/:campaign/offers", async (http) => {
    const answer = await ask(http, "report", { campaign: http.req.param("campaign") });
    return http.html(await comparePage(answer, view(http)));
  });
  app.get("/campaigns/:campaign/what-if", async (http) => {
    const campaign = http.req.param("campaign");
    const shown = await campaignOrComparison(http);
    const changes = changesOf(new URL(http.req.url).searchParams);
    const answer = await orRefused(ask(http, "what-if", { campaign, changes }), (refusal) => refusal);
    return http.html(await whatifPage(shown, answer, changes, view(http)));
  });
  app.get("/campaigns/:campaign/documents", async (http) =>
    http.html(await documentsOf(routes, http, { isSaved: http.req.query("saved") !== undefined })),
  );
  app.get("/campaigns/:campaign/documents/statement/:month", async (http) => {
    const { campaign, month } = http.req.param();
    const made = await ask(http, "statement", { month, campaign });
    return asFile(http, await renderXlsx(statementSheets(made)), `${campaign}.statement-${month}.xlsx`);
  });
  const download = async (http: Context<Env>, format: ReportFormat, named?: string) => {
    const campaign = http.req.param("campaign") ?? "";
    const { report } = await ask(http, "report", { campaign });
    const [file] = await reportFiles(report, format, await letterhead(), named);
    if (file === undefined) return http.notFound();
    const name = [campaign, ...(file.name === undefined ? [] : [file.name]), file.extension].join(".");
    return asFile(http, file.content, name);
  };
  app.get("/campaigns/:campaign/documents/io-pdf/:name", (http) =>
    download(http, "io-pdf", http.req.param("name")),
  );
  for (const format of ["pdf", "xlsx", "specs-pdf"] as const)
    app.get(`/campaigns/:campaign/documents/${format}`, (http) => download(http, format));
  // What these pages were called once, for links that people have kept.
  app.get("/campaigns/:campaign/papers/*", (http) => {
    const { pathname } = new URL(http.req.url);
    return http.redirect(pathname.replace(/(?<=^\/console\/campaigns\/[^/]+\/)papers/, "documents"), 308);
  });
  // In an origin of its own: its script sorts tables, and reaches nothing of the console.
  app.get("/campaigns/:campaign/report", async (http) => {
    const { report } = await ask(http, "report", { campaign: http.req.param("campaign") });
    return http.html(await renderHtml(report), 200, {
      "Content-Security-Policy": `sandbox allow-scripts; ${pagePolicy}; frame-ancestors 'none'`,
    });
  });
  app.get("/inbox", async (http) => {
    const live = await liveView(http);
    return http.html(await inboxPage(await ask(http, "inbox", {}), live));
  });
  /** By the approvers and rules of now, as it is decided. */
  const waitingNow = (http: Context<Env>, of: { readonly campaign: string; readonly step?: string }) =>
    works.now((desk) => ask(http, "inbox", of, desk));
  app.get("/inbox/:campaign/:step", async (http) => {
    const { campaign, step } = http.req.param();
    const { waiting } = await waitingNow(http, { campaign, step });
    const answer = await ask(http, "report", { campaign });
    const [wanted] = waiting;
    // Reporting the plan opens nothing by itself: what is to be decided is the plan.
    const { plans } = wanted?.task === "sync_plans" ? await ask(http, "inbox", { campaign }) : { plans: [] };
    if (plans.length > 0) return http.redirect(planPath(campaign));
    if (wanted === undefined) throw new OwnWords(view(http).words.inbox.ended);
    return http.html(await decisionPage(wanted, answer, view(http)));
  });
  app.get("/plans/:campaign", async (http) => {
    const { campaign } = http.req.param();
    const { plans } = await waitingNow(http, { campaign });
    const answer = await ask(http, "report", { campaign });
    const [plan] = plans;
    if (plan === undefined) throw new UsageError(view(http).words.plan.none);
    return http.html(await planPage(plan, answer, view(http)));
  });
  /** What a person's device is to sign, for the script of the page. */
  const toSign = async (http: Context<Env>) => {
    const { campaign = "", step } = http.req.param();
    const { approver = "", seen = "", total } = http.req.query();
    const input = { campaign, approver, seen, total, ...(step !== undefined && { step }) };
    const signing = works.now((desk) => ask(http, "approval-to-sign", input, desk));
    const toSign = await orRefused(signing, (refusal) => refusal);
    return toSign instanceof UsageError ? http.json({ reason: toSign.message }, 409) : http.json(toSign);
  };
  app.get("/plans/:campaign/sign", toSign);
  app.get("/inbox/:campaign/:step/sign", toSign);
  app.get("/sellers", async (http) =>
    http.html(await sellersPage(await ask(http, "track-records", {}), view(http))),
  );
  app.get("/stop", async (http) => {
    const { sellers } = await ask(http, "track-records", {});
    const ids = [...new Set(sellers.map(({ sellerId }) => sellerId))].sort();
    return http.html(stopPage(await ask(http, "status", {}), ids, view(http)));
  });
  app.get("/audit", async (http) => {
    const campaign = http.req.query("campaign");
    const verified = await ask(http, "verify", {});
    // What somebody has been at is not read for more than its faults.
    const isSound = verified.faults.length === 0;
    const statusLine = isSound
      ? await ask(http, "status", {})
      : { command: "status" as const, orders: [], campaigns: [] };
    const audited = campaign === undefined || !isSound ? undefined : await auditOf(http, campaign);
    return http.html(await auditPage(verified, statusLine, audited, view(http)));
  });
  const auditOf = async (http: Context<Env>, campaign: string) => ({
    ...(await ask(http, "report", { campaign })),
    replay: await ask(http, "replay", {
      bundle: JSON.stringify(await ask(http, "export", { campaign })),
    }),
  });
  app.get("/audit/:file{.+\\.json}", async (http) => {
    const campaign = http.req.param("file").replace(/\.json$/, "");
    return http.json(await ask(http, "export", { campaign }), 200, {
      "Content-Disposition": "attachment",
    });
  });
  app.get("/works/:id", (http) => {
    const work = works.of(http.req.param("id"));
    const { refused, work: own } = view(http).words;
    if (work === undefined) return http.html(saying(refused.title, own.ended, view(http)), 404);
    return http.html(workPage(work, view(http)));
  });
}

/** The page of what is handed on, also where something of it was not taken. */
export async function documentsOf(
  { ask, view, letterhead, settings }: Pick<Routes, "ask" | "view" | "letterhead" | "settings">,
  http: Context<Env>,
  more: Pick<Documents, "sent" | "isSaved"> = {},
): Promise<string> {
  const answer = await ask(http, "report", { campaign: http.req.param("campaign") });
  const isPlanned = (answer.report.plan?.lines.length ?? 0) > 0;
  const heads = await letterhead();
  const orders = isPlanned ? await reportFiles(answer.report, "io", heads) : [];
  const { brief, steps } = answer.report;
  const wanted =
    brief === undefined || steps.length === 0
      ? []
      : monthsFrom(brief.flight.start, brief.extendedTo ?? brief.flight.end);
  const statements = await Promise.all(
    wanted.map((month) => ask(http, "statement", { month, campaign: answer.campaign })),
  );
  const documents = {
    ...more,
    orders: orders.map(({ name = "", missing = [] }) => ({ name, missing })),
    months: statements.filter(({ rows }) => rows.length > 0).map(({ month }) => month),
    letterhead: heads,
    fixed: settings().orders,
  };
  return documentsPage(answer, documents, view(http));
}

/** The plans that a campaign has had; a comparison has none. */
export async function versionsOf({ ask }: Pick<Routes, "ask">, http: Context<Env>): Promise<Versions> {
  const asked = ask(http, "plan-versions", { campaign: http.req.param("campaign") });
  return (await orRefused(asked, () => ({ versions: [] }))).versions;
}
