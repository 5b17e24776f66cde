import { sha256 } from "../../lib/digest.ts";
import { jsonIn } from "../../lib/json-object.ts";
import type { PrivatePage, PrivatePages } from "../../lib/private-pages.ts";
import { type Login, loginSchema } from "./login.ts";

/** Logins by agent, a page for each. */
export function openLoginBook(pages: PrivatePages) {
  const loginIn = (text: string | undefined, name: string) =>
    text === undefined ? undefined : readLogin(text, pages.placeOf(name));
  return {
    /** Undefined where nobody ever logged in there. Rejects where it is open to others or cannot be read. */
    read: async (agentUrl: string) => {
      const name = nameOf(agentUrl);
      return loginIn(await pages.read(name), name);
    },
    /** All of them, by agent. Rejects like `read`. */
    list: async () => (await pages.list()).map(({ name, text }) => readLogin(text, pages.placeOf(name))),
    /** Runs `change` while nobody else changes the same login, on any machine. What it has written stands, even where it rejects. */
    changing: <Result>(agentUrl: string, change: (page: PrivatePage<Login>) => Promise<Result>) => {
      const name = nameOf(agentUrl);
      return pages.changing(name, (page) =>
        change({
          read: async () => loginIn(await page.read(), name),
          write: (login) => page.write(`${JSON.stringify(login, null, 2)}\n`),
          remove: page.remove,
        }),
      );
    },
  };
}
export type LoginBook = ReturnType<typeof openLoginBook>;

/** The host for people who search among them, a digest because one host serves several agents. */
function nameOf(agentUrl: string): string {
  const { href, hostname } = new URL(agentUrl);
  const host = hostname.replace(/[^a-z0-9.-]/gi, "_").slice(0, 80);
  return `${host}-${sha256(href).slice(0, 16)}`;
}

function readLogin(text: string, place: string): Login {
  const login = loginSchema.safeParse(jsonIn(text));
  // A parser's own words would quote the secrets that it stumbled over.
  if (!login.success) throw new Error(`${place} is not a login that can be read; remove it and log in again`);
  return login.data;
}
