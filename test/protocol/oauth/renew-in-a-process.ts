import { pagesIn } from "../../../src/lib/private-pages.ts";
import { guardedOauthFetch } from "../../../src/protocol/oauth/guarded-oauth-fetch.ts";
import { openLoginBook } from "../../../src/protocol/oauth/login-book.ts";
import { openLogins } from "../../../src/protocol/oauth/logins.ts";

/** Renews a login that other processes renew too, and tells its parent what came of it. */
const [folder = "", agentUrl = "", refused = "", now = ""] = process.argv.slice(2);
const logins = openLogins({
  book: openLoginBook(pagesIn(folder)),
  fetch: guardedOauthFetch({ allowLoopback: true }),
  now: () => Number(now),
});
process.send?.(await logins.renewed(agentUrl, refused));
process.disconnect();
