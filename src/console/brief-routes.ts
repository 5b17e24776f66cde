import type { Context, Hono } from "hono";
import { read } from "../desk/intake/intake.ts";
import { cleanText } from "../lib/clean-text.ts";
import type { Draft } from "./drafts.ts";
import { briefPage, newBriefPage, signOff } from "./pages/brief.ts";
import { inForm, type Reading, setAside } from "./pages/requirements.ts";
import {
  type Env,
  type Fields,
  fieldsOf,
  fileOf,
  hasTyped,
  OwnWords,
  type Routes,
  type Work,
} from "./request.ts";
import { campaignPath, draftPath, places, saying } from "./shell.ts";
import type { BriefWords } from "./words/brief-in-english.ts";

const fileName = "brief.yaml";
const structured = /\.(?:ya?ml|json)$/i;

/** From the text of a client to a brief that can be compared, planned and begun. What is under way has an address of its own. */
export function briefRoutes(app: Hono<Env>, { ask, view, drafts }: Routes, work: Work): void {
  app.get("/brief", async (http) => http.html(newBriefPage(await drafts.list(), view(http))));
  const begun = async (http: Context<Env>, draft: Pick<Draft, "document" | "reading" | "campaign">) => {
    const { person } = http.get("session");
    const named = draft.reading?.values.find(({ field }) => field === "name")?.value;
    const words = typeof named === "string" ? named : (draft.reading?.text ?? draft.document);
    const name = cleanText(words.trim().split("\n")[0] ?? "", longestTitle);
    const { id } = await drafts.keep({ ...draft, name, person });
    return http.redirect(draftPath(id), 303);
  };
  app.post("/brief", async (http) => {
    const [file, given] = [await fileOf(http, "file"), await fieldsOf(http)];
    const text =
      file === undefined
        ? (given.get("text") ?? "")
        : await read(structured.test(file.name) ? "text" : "document", file);
    if (text.trim() === "") throw new OwnWords(view(http).words.brief.neither);
    const isDocument =
      file === undefined
        ? given.get("kind") === "yaml" || (await read("isBriefFile", { text }))
        : structured.test(file.name);
    if (isDocument) return begun(http, { document: text });
    const { brief: document, ...drafted } = await ask(http, "draft-brief", { text });
    const { values, unread, language } = drafted;
    return begun(http, { document, reading: { text, values, unread, language } });
  });
  /** Leads back from a plan that binds nobody: its brief as it is by now or was changed, beside the text that it came from. */
  app.post("/campaigns/:campaign/brief", async (http) => {
    const { campaign } = http.req.param();
    const changed = (await fieldsOf(http)).get("document");
    const document = changed ?? (await ask(http, "report", { campaign })).brief;
    const draft = await drafts.behind(campaign);
    if (document === undefined) throw new OwnWords(view(http).words.brief.binding);
    if (draft === undefined) return begun(http, { document, campaign });
    await drafts.keep({ ...draft, document, person: http.get("session").person });
    return http.redirect(draftPath(draft.id), 303);
  });
  app.post("/brief/compare", async (http) => {
    const { brief: own } = view(http).words;
    const given = await fieldsOf(http);
    const brief = { name: fileName, text: given.get("document") ?? "" };
    const wanted = given.get("until") === "plan" ? "plan" : "compare";
    return work(http, wanted, wanted === "plan" ? own.planning : own.comparing, async (desk) => {
      const { campaign, report } = await ask(http, wanted, { brief }, desk);
      await drafts.made(given.get("draft") ?? "", campaign);
      const isEmpty = report.plan?.lines.length === 0;
      return wanted === "plan"
        ? {
            words: isEmpty ? `${own.planEmpty} ${report.headline.verdict}` : own.planned,
            next: campaignPath(campaign),
          }
        : { words: own.compared(report.offers.length), next: campaignPath(campaign, "offers") };
    });
  });

  /** Answers with what becomes of the brief in the address. */
  const withDraft =
    (answer: (http: Context<Env>, draft: Draft) => Response | Promise<Response>) =>
    async (http: Context<Env>) => {
      const draft = await drafts.of(http.req.param("id") ?? "");
      if (draft !== undefined) return answer(http, draft);
      const { brief: own, refused } = view(http).words;
      return http.html(saying(refused.title, own.gone, view(http)), 404);
    };
  /** The brief with what was answered and changed, and what is open and wrong after it. */
  const settle = async (http: Context<Env>, before: Draft, given: Fields = new Map()) => {
    const settled = settledIn(given, before.reading, view(http).words.brief);
    const text = given.get("document") ?? before.document;
    const { brief: document, ...rest } = await ask(http, "answer-brief", { text, ...settled });
    const checked = await ask(http, "check-brief", { name: fileName, text: document });
    const reading = before.reading && withoutSettled(before.reading, settled, rest.refused);
    const name = checked.brief?.name ?? before.name;
    return { draft: { ...before, name, document, ...(reading && { reading }) }, checked, given, ...rest };
  };
  app.post("/brief/start", async (http) => {
    const { brief: own } = view(http).words;
    const given = await fieldsOf(http);
    const id = given.get("draft") ?? "";
    const isSigned = given.has(signOff);
    if (!isSigned && !hasTyped(given, own.startWord)) {
      if (id === "") throw new OwnWords(own.startRefused);
      return http.redirect(`${draftPath(id)}?start=${refusedStart}`, 303);
    }
    const brief = { name: fileName, text: given.get("document") ?? "" };
    return work(http, "run", own.starting, async (desk) => {
      const input = { brief, execute: true, confirmed: true, sign_off: isSigned };
      const { campaign } = await ask(http, "run", input, desk);
      await drafts.made(id, campaign);
      return { words: isSigned ? own.sentOff : own.started, next: campaignPath(campaign) };
    });
  });
  app.get(
    "/brief/:id",
    withDraft(async (http, draft) => {
      const isRefused = http.req.query("start") === refusedStart;
      const notBegun = isRefused ? { notBegun: view(http).words.brief.startRefused } : {};
      return http.html(briefPage({ ...(await settle(http, draft)), ...notBegun }, view(http)));
    }),
  );
  app.post(
    "/brief/:id",
    withDraft(async (http, before) => {
      const settled = await settle(http, before, await fieldsOf(http));
      await drafts.keep({ ...settled.draft, person: http.get("session").person });
      return http.html(briefPage(settled, view(http)));
    }),
  );
  app.post(
    "/brief/:id/discard",
    withDraft(async (http, { id }) => {
      await drafts.drop(id);
      return http.redirect(places.brief, 303);
    }),
  );
}

/** In the address of a brief that was not begun, as the word for it was mistyped. */
const refusedStart = "refused";
const longestTitle = 60;

/** What the form says about the brief: answers, changes, and what becomes of passages that were not understood. */
function settledIn(given: Fields, reading: Reading | undefined, { codeOf }: BriefWords) {
  const named = (prefix: string) =>
    [...given]
      .filter(([name, value]) => name.startsWith(prefix) && value.trim() !== "")
      .map(([name, value]): readonly [string, string] => [name.slice(prefix.length), codeOf(value)]);
  const { field, words } = Object.fromEntries(named(inForm.add));
  const passages = named(inForm.use).flatMap(([start, use]) =>
    (reading?.unread ?? [])
      .filter((phrase) => phrase.start === Number(start))
      .map(({ text }) => ({
        text,
        ...(use !== setAside && { field: use, words: given.get(`${inForm.words}${start}`) ?? text }),
      })),
  );
  return {
    answers: Object.fromEntries(named(inForm.answer)),
    changes: Object.fromEntries(named(inForm.change)),
    passages: [...passages, ...(field !== undefined && words !== undefined ? [{ text: words, field }] : [])],
  };
}

/** The reading without passages that have become something, and without the words behind a value that a person has changed. */
function withoutSettled(
  reading: Reading,
  { passages, changes }: ReturnType<typeof settledIn>,
  refused: Readonly<Record<string, string>>,
): Reading {
  const settled = passages.filter(({ field }) => field === undefined || refused[field] === undefined);
  const isChanged = (field: string) => changes[field] !== undefined && refused[field] === undefined;
  return {
    ...reading,
    values: reading.values.filter(({ field }) => !isChanged(field)),
    unread: reading.unread.filter(({ text }) => !settled.some((passage) => passage.text === text)),
  };
}
