import type { Context } from "hono";
import type { Desk } from "../desk/desk.ts";
import type { Letterhead } from "../desk/files/report-files.ts";
import type { AnswerOf, InputOf, OperationName } from "../desk/operations.ts";
import { UsageError } from "../desk/usage-error.ts";
import type { Session } from "./sessions.ts";
import type { View } from "./shell.ts";
import type { Works } from "./works.ts";

/** A refusal in the words of the page: what operations refuse, they refuse in English. */
export class OwnWords extends UsageError {}

/** A request of somebody who has logged in. */
export interface Env {
  Variables: { readonly session: Session };
}

/** What routes are made with. */
export interface Routes {
  readonly works: Works;
  readonly view: (http: Context<Env>) => View;
  /** Of a page that renews itself when the campaign, or any, has changed; taken before anything is read for it. */
  readonly liveView: (http: Context<Env>, campaign?: string) => Promise<View>;
  /** What goes on every document. */
  readonly letterhead: () => Letterhead;
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

/** A file that was chosen in a form; undefined where none was. */
export async function fileOf(http: Context, name: string): Promise<File | undefined> {
  const { [name]: file } = await http.req.parseBody();
  return file instanceof File && file.size > 0 ? file : undefined;
}
