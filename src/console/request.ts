import type { Context } from "hono";
import type { Desk } from "../desk/desk.ts";
import type { AnswerOf, InputOf, OperationName } from "../desk/operations.ts";
import { UsageError } from "../desk/usage-error.ts";
import { cleanText } from "../lib/clean-text.ts";
import type { Letterhead } from "../report/documents/insertion-orders.ts";
import type { Drafts } from "./drafts.ts";
import type { Session } from "./sessions.ts";
import { saying, type View, workPath } from "./shell.ts";
import type { Outcome, Works } from "./works.ts";

/** A refusal in the words of the page: what operations refuse, they refuse in English. */
export class OwnWords extends UsageError {}

/** What stands in the place of an operation's answer where it refuses. */
export function orRefused<Answer, Instead>(
  answer: Promise<Answer>,
  instead: (refusal: UsageError) => Instead | Promise<Instead>,
): Promise<Answer | Instead> {
  return answer.catch((cause: unknown) => {
    if (cause instanceof UsageError) return instead(cause);
    throw cause;
  });
}

/** A request of somebody who has logged in. */
export interface Env {
  Variables: { readonly session: Session };
}

/** What routes are made with. */
export interface Routes {
  readonly works: Works;
  readonly drafts: Drafts;
  readonly view: (http: Context<Env>) => View;
  /** Of a page that renews itself when the campaign, or any, has changed; taken before anything is read for it. */
  readonly liveView: (http: Context<Env>, campaign?: string) => Promise<View>;
  /** What goes on every document. */
  readonly letterhead: () => Promise<Letterhead>;
  readonly settings: () => Desk["settings"];
  /** Asks an operation for whoever sent the request. */
  readonly ask: <Name extends OperationName>(
    http: Context<Env>,
    name: Name,
    input: InputOf<Name>,
    desk?: Desk,
  ) => Promise<AnswerOf<Name>>;
}

export type Fields = ReadonlyMap<string, string>;

/** What was typed into a form, by name. */
export async function fieldsOf(http: Context): Promise<Fields> {
  const body = await http.req.parseBody();
  return new Map(
    Object.entries(body).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
}

/** A file that was chosen in a form, in whatever kind it came; undefined where none was. */
export async function fileOf(http: Context, name: string) {
  const { [name]: file } = await http.req.parseBody();
  if (!(file instanceof File) || file.size === 0) return undefined;
  return { name: cleanText(file.name, longestName), bytes: Buffer.from(await file.arrayBuffer()) };
}

/** A file that the browser keeps under this name. */
export function asFile(http: Context, content: string | Uint8Array, name: string): Response {
  return http.body(new Blob([content]).stream(), 200, {
    "Content-Type": "application/octet-stream",
    "Content-Disposition": `attachment; filename="${encodeURIComponent(name)}"`,
  });
}

const longestName = 100;
const longestReason = 500;

export function reasonIn(given: Fields): string {
  return cleanText(given.get("reason") ?? "", longestReason);
}

/** What cannot be taken back by pressing another button is typed. */
export function hasTyped(given: Fields, word: string): boolean {
  return given.get("word")?.trim().toUpperCase() === word;
}

/** Has what a form asks for done beside the page, which leads to where it is waited for. */
export type Work = ReturnType<typeof workWith>;

export function workWith({ view, works }: Pick<Routes, "view" | "works">) {
  return (
    http: Context<Env>,
    operation: OperationName,
    title: string,
    run: (desk: Desk) => Promise<Outcome>,
  ): Response | Promise<Response> => {
    const shown = view(http);
    const { refused } = shown.words;
    if (!shown.may(operation)) return http.html(saying(refused.title, refused.role, shown), 403);
    const begun = works.begin(title, run, operation === "stop" ? "urgent" : undefined);
    if (begun !== undefined) return http.redirect(workPath(begun.id), 303);
    return http.html(saying(refused.title, refused.busy, shown), 503);
  };
}
