import type { Context, Hono } from "hono";
import { readPlanFile } from "../desk/files/plan-file.ts";
import { UsageError } from "../desk/usage-error.ts";
import { documentsOf, versionsOf } from "./page-routes.ts";
import { signOff } from "./pages/brief.ts";
import { detailsIn } from "./pages/documents.ts";
import { nameOf } from "./pages/inbox.ts";
import { type Grid, gridPage, type Workbook } from "./pages/plan-grid.ts";
import { scopeOf, scopeWords } from "./pages/stop.ts";
import { amountsOf, asTyped, gridFields, typedPlan } from "./pages/typed-plan.ts";
import { changesOf } from "./pages/what-if.ts";
import {
  type Env,
  type Fields,
  fieldsOf,
  fileOf,
  hasTyped,
  OwnWords,
  orRefused,
  type Routes,
  reasonIn,
  type Work,
} from "./request.ts";
import { campaignPath, places } from "./shell.ts";
import type { Words } from "./words/english.ts";

/** Every form but those of a brief and of a line. What a form asks for goes through the desk's operations, and is waited for on a page of its own. */
export function formRoutes(app: Hono<Env>, routes: Routes, work: Work): void {
  const { ask, view } = routes;
  const nameAt = async (http: Context<Env>, campaign: string, step: string) => {
    const { waiting } = await ask(http, "inbox", { campaign, step });
    return waiting.map(nameOf).join();
  };
  const reject = async (http: Context<Env>) => {
    const { campaign = "", step } = http.req.param();
    const { decision: own, plan } = view(http).words;
    const reason = reasonIn(await fieldsOf(http));
    const named = step === undefined ? plan.title : await nameAt(http, campaign, step);
    return work(http, "reject", own.rejecting(named), async (desk) => {
      await ask(http, "reject", { campaign, reason, ...(step !== undefined && { step }) }, desk);
      return { words: own.rejected, next: places.inbox };
    });
  };
  app.post("/inbox/:campaign/:step/reject", reject);
  app.post("/plans/:campaign/reject", reject);

  /** The session has no say in it: what the device signed is checked against the approvers of the day. */
  const approve = async (http: Context<Env>) => {
    const { decision: own, plan } = view(http).words;
    const { campaign = "", step } = http.req.param();
    const given = await fieldsOf(http);
    const [payload = "", response = ""] = ["payload", "response"].map((name) => given.get(name));
    const signed = { payload, response, total: given.get("total") };
    const named = step === undefined ? plan.title : await nameAt(http, campaign, step);
    return work(http, "approve-with-passkey", own.approving(named), async (desk) => {
      const shown = step === undefined ? {} : { step, seen: given.get("seen") ?? "" };
      const input = { campaign, ...signed, ...shown };
      const { report } = await ask(http, "approve-with-passkey", input, desk);
      const { status, verdicts = [] } = report.steps.find(({ id }) => id === step) ?? {};
      const last = verdicts.at(-1);
      if (status === "refused" && last?.type === "denied")
        throw new Error(own.refusedBy(last.by, last.why.join("; ")));
      return { words: report.headline.verdict, next: campaignPath(campaign) };
    });
  };
  app.post("/inbox/:campaign/:step/approve", approve);
  app.post("/plans/:campaign/approve", approve);

  app.post("/campaigns/:campaign/what-if", async (http) => {
    const { campaign } = http.req.param();
    const { whatif: own } = view(http).words;
    const given = await fieldsOf(http);
    const changes = changesOf(new URLSearchParams(given.get("changes")));
    const basis = given.get("basis") ?? "";
    const reason = reasonIn(given);
    return work(http, "replan", own.making, async (desk) => {
      await ask(http, "replan", { campaign, basis, changes, reason }, desk);
      return { words: own.made, next: campaignPath(campaign) };
    });
  });

  /** What a workbook changes of the plan, and what of it cannot be taken and why; undefined where none was handed in. */
  const workbookIn = async (http: Context<Env>, campaign: string): Promise<Workbook | undefined> => {
    const file = await fileOf(http, gridFields.workbook);
    if (file === undefined) return undefined;
    const taken = readPlanFile(file, campaign).then(async (amounts) => {
      const { edited } = await ask(http, "what-if", { campaign, amounts });
      return { refused: edited?.rejected.map(({ text }) => text) ?? [], changes: edited?.changes ?? [] };
    });
    return orRefused(taken, ({ message }) => ({ refused: [message] }));
  };
  /** The grid as it was sent, over the plan as it is by now, and what comes of it. A workbook that can be read takes the place of what was typed. */
  const gridOf = async (http: Context<Env>, given: Fields) => {
    const { words } = view(http);
    const shown = await ask(http, "report", { campaign: http.req.param("campaign") });
    const { report } = shown;
    if (report.plan === undefined || report.plan.lines.length === 0) return { shown };
    const workbook = await workbookIn(http, shown.campaign);
    const sent = workbook?.changes ? asTyped(workbook.changes, report, words) : given;
    const typed = typedPlan(report, report.plan, sent, words);
    const amounts = amountsOf(typed, words);
    const answer = await ask(http, "what-if", { campaign: shown.campaign, amounts });
    return { shown, grid: { typed, answer, ...(workbook && { workbook }) }, amounts };
  };
  const seeGrid = async (http: Context<Env>, given: Fields = new Map()) => {
    const { shown, grid } = await gridOf(http, given);
    return http.html(await gridPage(shown, grid, view(http), await versionsOf(routes, http)));
  };
  app.get("/campaigns/:campaign/plan", (http) => seeGrid(http));
  // Its address in a browser's bar, or a way back to it.
  app.get("/campaigns/:campaign/plan/check", (http) =>
    http.redirect(campaignPath(http.req.param("campaign"), "plan"), 303),
  );
  app.post("/campaigns/:campaign/plan/check", async (http) => seeGrid(http, await fieldsOf(http)));
  app.post("/campaigns/:campaign/plan", async (http) => {
    const { grid: own, whatif } = view(http).words;
    const given = await fieldsOf(http);
    const { shown, grid, amounts } = await gridOf(http, given);
    const [{ campaign }, reason] = [shown, reasonIn(given)];
    const problem = grid && problemOf(grid, { given, reason }, own);
    if (amounts === undefined || problem !== undefined)
      return http.html(await gridPage(shown, grid && { ...grid, problem }, view(http), []), 409);
    const { basis = "" } = grid.answer;
    return work(http, "replan", whatif.making, async (desk) => {
      await ask(http, "replan", { campaign, basis, amounts, reason }, desk);
      return { words: whatif.made, next: campaignPath(campaign, "plan") };
    });
  });

  app.post("/campaigns/:campaign/send", (http) => {
    const { campaign } = http.req.param();
    const { grid: own } = view(http).words;
    return work(http, "resume", own.sending, async (desk) => {
      await ask(http, "resume", { campaign }, desk);
      return { words: own.sent, next: campaignPath(campaign) };
    });
  });

  app.post("/campaigns/:campaign/documents", async (http) => {
    const given = await fieldsOf(http);
    const { problems } = await ask(http, "set-order-details", detailsIn(given));
    if (problems.length > 0)
      return http.html(await documentsOf(routes, http, { sent: { given, problems } }), 409);
    return http.redirect(`${campaignPath(http.req.param("campaign"), "documents")}?saved=yes`, 303);
  });

  app.post("/campaigns/:campaign/start", async (http) => {
    const { campaign } = http.req.param();
    const { brief: own } = view(http).words;
    const given = await fieldsOf(http);
    const isSigned = given.has(signOff);
    if (!isSigned && !hasTyped(given, own.startWord)) throw new OwnWords(own.startRefused);
    const basis = given.get("basis") ?? "";
    return work(http, "start-planned", own.starting, async (desk) => {
      await ask(http, "start-planned", { campaign, basis, sign_off: isSigned }, desk);
      return { words: isSigned ? own.sentOff : own.started, next: campaignPath(campaign) };
    });
  });

  app.post("/stop", async (http) => {
    const { words } = view(http);
    const { stop: own } = words;
    const given = await fieldsOf(http);
    const scope = scopeIn(given);
    if (!hasTyped(given, own.word)) throw new OwnWords(own.wrongWord(own.word));
    const reason = reasonIn(given);
    return work(http, "stop", own.stopping(scopeWords(scope, words)), async (desk) => {
      const { buys } = await ask(http, "stop", { scope, reason }, desk);
      const stopped = buys.filter((buy) => buy.stopped).length;
      return { words: own.stopped(stopped, buys.length), next: places.stop };
    });
  });
  app.post("/stop/release", async (http) => {
    const { words } = view(http);
    const { stop: own } = words;
    const given = await fieldsOf(http);
    const scope = scopeIn(given);
    if (!hasTyped(given, own.releaseWord)) throw new OwnWords(own.wrongWord(own.releaseWord));
    return work(http, "release", own.releasing(scopeWords(scope, words)), async (desk) => {
      await ask(http, "release", { scope }, desk);
      return { words: own.released, next: places.stop };
    });
  });
}

/** Why what was typed is not made the plan; undefined where it is what was checked, and holds. */
function problemOf(
  { typed, answer, workbook }: Grid,
  { given, reason }: { readonly given: Fields; readonly reason: string },
  own: Words["grid"],
): string | undefined {
  if (answer.fixed !== undefined) return own.fixed;
  if (given.get("basis") !== answer.basis) return own.stale;
  if (workbook !== undefined || typed.edited !== given.get(gridFields.checked)) return own.unchecked;
  if (answer.scenarios.length === 0 || answer.edited?.rejected.length !== 0) return own.notPossible;
  return reason === "" ? own.noReason : undefined;
}

function scopeIn(given: Fields) {
  const scope = scopeOf(given.get("scope") ?? "");
  if (scope === undefined) throw new UsageError("the form names nothing that can be stopped");
  return scope;
}
