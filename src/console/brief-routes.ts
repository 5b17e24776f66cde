import type { Context, Hono } from "hono";
import { z } from "zod";
import { read } from "../desk/intake/intake.ts";
import { draftedSchema } from "../desk/outputs/drafted-brief.ts";
import { UsageError } from "../desk/usage-error.ts";
import { cleanText } from "../lib/clean-text.ts";
import { jsonIn } from "../lib/json-object.ts";
import { briefPage, type ReadBrief } from "./pages/brief.ts";
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
import { campaignPath } from "./shell.ts";
import type { BriefWords } from "./words/brief-in-english.ts";

const longestName = 100;
const fileName = "brief.yaml";
const structured = /\.(?:ya?ml|json)$/i;

/** From the text of a client to a brief that can be compared, planned and begun. */
export function briefRoutes(app: Hono<Env>, { ask, view }: Routes, work: Work): void {
  /** The brief with what was answered and changed, and what is open and wrong after it. */
  const shown = async (
    http: Context<Env>,
    { text, given = new Map(), reading, notBegun }: Shown,
  ): Promise<Response> => {
    const settled = settledIn(given, reading, view(http).words.brief);
    const { brief: document, ...rest } = await ask(http, "answer-brief", { text, ...settled });
    const checked = await ask(http, "check-brief", { name: fileName, text: document });
    const left = reading && withoutSettled(reading, settled.passages, rest.refused);
    const output = { ...(left && { reading: left }), ...(notBegun !== undefined && { notBegun }) };
    return http.html(briefPage({ document, checked, given, ...output, ...rest }, view(http)));
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
    const { brief, values, unread, language } = await ask(http, "draft-brief", { text });
    return shown(http, { text: brief, reading: { text, values, unread, language } });
  });
  app.post("/brief/check", async (http) => {
    const given = await fieldsOf(http);
    const reading = readingIn(given);
    return shown(http, { text: given.get("document") ?? "", given, ...(reading && { reading }) });
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
    const reading = readingIn(given);
    if (!hasTyped(given, own.startWord))
      return shown(http, { text, ...(reading && { reading }), notBegun: own.startRefused });
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

interface Shown extends Pick<ReadBrief, "notBegun" | "reading"> {
  /** Of the brief.yaml. */
  readonly text: string;
  readonly given?: Fields;
}

/** It has gone to the page and come back: it is checked like any other input. */
const readingSchema = draftedSchema
  .pick({ values: true, unread: true, language: true })
  .extend({ text: z.string() });

function readingIn(given: Fields): Reading | undefined {
  const written = given.get("reading");
  if (written === undefined) return undefined;
  const reading = readingSchema.safeParse(jsonIn(written));
  if (!reading.success)
    throw new UsageError("the form does not hold the text as it was read; hand it in again");
  return reading.data;
}

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

/** The reading without passages that have become something. */
function withoutSettled(
  reading: Reading,
  passages: ReturnType<typeof settledIn>["passages"],
  refused: Readonly<Record<string, string>>,
): Reading {
  const settled = passages.filter(({ field }) => field === undefined || refused[field] === undefined);
  return {
    ...reading,
    unread: reading.unread.filter(({ text }) => !settled.some((passage) => passage.text === text)),
  };
}
