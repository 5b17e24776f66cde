import type { Context, Hono } from "hono";
import { UsageError } from "../desk/usage-error.ts";
import { cleanText } from "../lib/clean-text.ts";
import { formatMoney } from "../lib/money.ts";
import { renderCsv } from "../report/renderers/csv.ts";
import { reportedSheet } from "../report/sections/under-delivery.ts";
import { askedIn, changePage, linePage, madeWords } from "./pages/change.ts";
import { livePage } from "./pages/live.ts";
import { todayPage } from "./pages/today.ts";
import {
  asFile,
  type Env,
  fieldsOf,
  hasTyped,
  OwnWords,
  orRefused,
  type Routes,
  reasonIn,
  type Work,
} from "./request.ts";
import { campaignPath, stepPath } from "./shell.ts";

/** The morning: what is read first, each campaign that runs, its lines, and what is changed of them. */
export function liveRoutes(app: Hono<Env>, { ask, view, liveView }: Routes, work: Work): void {
  app.get("/", async (http) => {
    const shown = await liveView(http);
    const { orders } = await ask(http, "status", {});
    return http.html(
      await todayPage(await ask(http, "live", {}), await ask(http, "inbox", {}), { orders }, shown),
    );
  });
  const rowOf = async (http: Context<Env>) => {
    const { campaigns } = await ask(http, "live", { campaign: http.req.param("campaign") ?? "" });
    const [row] = campaigns;
    if (row === undefined) throw new OwnWords(view(http).words.refused.unknown);
    return row;
  };
  app.get("/campaigns/:campaign/live", async (http) => {
    const { campaign } = http.req.param();
    const shown = await liveView(http, campaign);
    try {
      const [row, answer] = [await rowOf(http), await ask(http, "campaign", { campaign })];
      const { reallocations: moves } = await ask(http, "reallocations", { campaign });
      return http.html(await livePage(row, { ...answer, moves }, shown));
    } catch (cause) {
      // What is only planned has nothing live; its own page says how to begin it.
      if (cause instanceof UsageError) return http.redirect(campaignPath(campaign));
      throw cause;
    }
  });

  /** The line itself, where what is asked for cannot be meant too; and with it the change, before anything is sent. */
  app.get("/campaigns/:campaign/line", async (http) => {
    const shown = view(http);
    const row = await rowOf(http);
    const asked = askedIn(row.campaign, new URL(http.req.url).searchParams);
    const line = row.lines.find(({ lineId }) => lineId === asked.line);
    if (line === undefined) throw new OwnWords(shown.words.refused.unknown);
    const { report } = await ask(http, "campaign", { campaign: row.campaign });
    const page = (problem?: string) =>
      linePage(line, row, { coverage: report.creatives.coverage, problem }, shown);
    const { requested } = asked;
    if (requested === undefined) return http.html(page());
    const input = { campaign: asked.campaign, line: asked.subject, requested };
    const planned = await orRefused(ask(http, "change-buy", input), (refusal) => refusal);
    if (planned instanceof UsageError) return http.html(page(planned.message), 400);
    return http.html(await changePage(planned, asked, line, shown));
  });
  app.post("/campaigns/:campaign/line", async (http) => {
    const { words } = view(http);
    const own = words.change;
    const given = await fieldsOf(http);
    const asked = askedIn(http.req.param("campaign"), new URLSearchParams([...given]));
    const { campaign, verb, requested } = asked;
    if (requested === undefined || verb === undefined) throw new OwnWords(words.refused.unknown);
    if (verb === "cancel" && !hasTyped(given, own.word)) throw new OwnWords(own.wrongWord);
    const [reason, shown] = [reasonIn(given), given.get("shown") ?? ""];
    return work(http, "change-buy", own.making(own.verbs[verb]), async (desk) => {
      const why = reason === "" ? {} : { reason };
      const input = { campaign, line: asked.subject, requested, ...why, shown, execute: true };
      const output = await ask(http, "change-buy", input, desk);
      const done = madeWords(output, words);
      if (done === undefined) throw new Error(output.reason ?? own.stands);
      const isWaiting = output.status === "escalated" && output.step !== undefined;
      return {
        words: done,
        next: isWaiting ? stepPath(campaign, output.step ?? "") : campaignPath(campaign, "live"),
      };
    });
  });

  for (const [path, operation] of [
    ["free", "free-line"],
    ["keep", "set-line"],
  ] as const)
    app.post(`/campaigns/:campaign/${path}`, async (http) => {
      const { change: own } = view(http).words;
      const { campaign } = http.req.param();
      const given = await fieldsOf(http);
      const line = given.get("line") ?? "";
      return work(http, operation, own[path], async (desk) => {
        if (operation === "free-line") await ask(http, operation, { campaign, line }, desk);
        else await ask(http, operation, { campaign, line, reason: reasonIn(given) || undefined }, desk);
        return { words: path === "free" ? own.freed : own.kept, next: campaignPath(campaign, "live") };
      });
    });
  app.post("/campaigns/:campaign/leave-idle", async (http) => {
    const { live: own, figure } = view(http).words;
    const { campaign } = http.req.param();
    const reason = reasonIn(await fieldsOf(http));
    return work(http, "leave-idle", own.leaveIdle, async (desk) => {
      const { amount } = await ask(http, "leave-idle", { campaign, reason }, desk);
      return { words: own.left(figure(formatMoney(amount))), next: campaignPath(campaign, "live") };
    });
  });

  app.post("/campaigns/:campaign/take-back", async (http) => {
    const { moves: own } = view(http).words;
    const { campaign } = http.req.param();
    const id = (await fieldsOf(http)).get("id") ?? "";
    return work(http, "revert-reallocation", own.taking, async (desk) => {
      const { refused } = await ask(http, "revert-reallocation", { campaign, id }, desk);
      if (refused !== undefined) throw new Error(refused);
      return { words: own.taken, next: campaignPath(campaign, "live") };
    });
  });

  app.get("/campaigns/:campaign/claim/:ending{txt|csv}", async (http) => {
    const { campaign, ending } = http.req.param();
    const [claim] = (await ask(http, "claims", { campaign, line: http.req.query("line") ?? "" })).claims;
    if (claim?.claim === undefined) return http.notFound();
    const days = reportedSheet(claim);
    const name = cleanText(`${days.name}.${ending}`, 100);
    return asFile(http, ending === "txt" ? claim.claim : renderCsv(days), name);
  });
}
