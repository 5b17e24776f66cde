import type { Context, Hono } from "hono";
import { read } from "../desk/intake/intake.ts";
import { UsageError } from "../desk/usage-error.ts";
import { cleanText } from "../lib/clean-text.ts";
import { answerPrefix, briefPage, type ReadBrief } from "./pages/brief.ts";
import { scopeOf, scopeWords } from "./pages/stop.ts";
import { changesOf } from "./pages/what-if.ts";
import {
  type Env,
  type Fields,
  fieldsOf,
  fileOf,
  hasTyped,
  OwnWords,
  type Routes,
  reasonIn,
  type Work,
} from "./request.ts";
import { campaignPath, places } from "./shell.ts";

const longestName = 100;
const fileName = "brief.yaml";
const structured = /\.(?:ya?ml|json)$/i;

/** Every form. What a form asks for goes through the desk's operations, and is waited for on a page of its own. */
export function formRoutes(app: Hono<Env>, { ask, view }: Routes, work: Work): void {
  app.post("/inbox/:campaign/:step/reject", async (http) => {
    const { campaign, step } = http.req.param();
    const { decision: own } = view(http).words;
    const reason = reasonIn(await fieldsOf(http));
    return work(http, "reject", own.rejecting(step), async (desk) => {
      await ask(http, "reject", { campaign, step, reason }, desk);
      return { words: own.rejected, next: places.inbox };
    });
  });

  /** The session has no say in it: what the device signed is checked against the approvers of the day. */
  const approve = async (http: Context<Env>) => {
    const { decision: own, plan } = view(http).words;
    const { campaign = "", step } = http.req.param();
    const given = await fieldsOf(http);
    const signed = { payload: given.get("payload") ?? "", response: given.get("response") ?? "" };
    return work(http, "approve-with-passkey", own.approving(step ?? plan.title), async (desk) => {
      const shown = step === undefined ? {} : { step, seen: given.get("seen") ?? "" };
      const input = { campaign, ...signed, ...shown };
      const { report } = await ask(http, "approve-with-passkey", input, desk);
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
    return work(http, "replan", own.making, async (desk) => {
      await ask(http, "replan", { campaign, basis, changes }, desk);
      return { words: own.made, next: campaignPath(campaign) };
    });
  });

  app.post("/campaigns/:campaign/start", async (http) => {
    const { campaign } = http.req.param();
    const { brief: own } = view(http).words;
    const given = await fieldsOf(http);
    if (!hasTyped(given, own.startWord)) throw new OwnWords(own.startRefused);
    const basis = given.get("basis") ?? "";
    return work(http, "start-planned", own.starting, async (desk) => {
      await ask(http, "start-planned", { campaign, basis }, desk);
      return { words: own.started, next: campaignPath(campaign) };
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
  /** The brief with its answers, and what is open and wrong after them. */
  const shown = async (
    http: Context<Env>,
    {
      text,
      answers = {},
      ...output
    }: { text: string; answers?: Answers } & Pick<ReadBrief, "drafted" | "notBegun">,
  ) => {
    const { brief: document, ...rest } = await ask(http, "answer-brief", { text, answers });
    const checked = await ask(http, "check-brief", { name: fileName, text: document });
    return http.html(await briefPage({ document, checked, answers, ...output, ...rest }, view(http)));
  };
  app.post("/brief", async (http) => {
    const [file, given] = [await fileOf(http, "file"), await fieldsOf(http)];
    const text = file === undefined ? (given.get("text") ?? "") : await textOf(file);
    if (text.trim() === "") throw new OwnWords(view(http).words.brief.neither);
    const isDocument =
      file === undefined
        ? given.get("kind") === "yaml" || (await read("isBriefFile", { text }))
        : structured.test(file.name);
    if (isDocument) return shown(http, { text });
    const drafted = await ask(http, "draft-brief", { text });
    return shown(http, { text: drafted.brief, drafted });
  });
  app.post("/brief/check", async (http) => {
    const given = await fieldsOf(http);
    const answers = Object.fromEntries(
      [...given]
        .filter(([name, value]) => name.startsWith(answerPrefix) && value.trim() !== "")
        .map(([name, value]) => [name.slice(answerPrefix.length), value]),
    );
    return shown(http, { text: given.get("document") ?? "", answers });
  });
  app.post("/brief/compare", async (http) => {
    const { brief: own } = view(http).words;
    const given = await fieldsOf(http);
    const brief = { name: fileName, text: given.get("document") ?? "" };
    const wanted = given.get("until") === "plan" ? "plan" : "compare";
    return work(http, wanted, wanted === "plan" ? own.planning : own.comparing, async (desk) => {
      const { campaign, report } = await ask(http, wanted, { brief }, desk);
      return wanted === "plan"
        ? { words: own.planned, next: campaignPath(campaign) }
        : { words: own.compared(report.offers.length), next: campaignPath(campaign, "offers") };
    });
  });
  app.post("/brief/start", async (http) => {
    const { brief: own } = view(http).words;
    const given = await fieldsOf(http);
    const text = given.get("document") ?? "";
    if (!hasTyped(given, own.startWord)) return shown(http, { text, notBegun: own.startRefused });
    const brief = { name: fileName, text };
    return work(http, "run", own.starting, async (desk) => {
      const { campaign } = await ask(http, "run", { brief, execute: true, confirmed: true }, desk);
      return { words: own.started, next: campaignPath(campaign) };
    });
  });
}

/** In whatever kind of file it came. */
async function textOf(file: File): Promise<string> {
  const bytes = Buffer.from(await file.arrayBuffer());
  const name = cleanText(file.name, longestName);
  return read(structured.test(name) ? "text" : "document", { name, bytes });
}

type Answers = Readonly<Record<string, string>>;

function scopeIn(given: Fields) {
  const scope = scopeOf(given.get("scope") ?? "");
  if (scope === undefined) throw new UsageError("the form names nothing that can be stopped");
  return scope;
}
