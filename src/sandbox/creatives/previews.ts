import { type Clock, isoTime } from "../../lib/clock.ts";
import { dayMs } from "../../lib/days.ts";
import { digest } from "../../lib/digest.ts";

export type FoundPreview =
  | { readonly type: "page"; readonly html: string }
  | { readonly type: "expired" }
  | { readonly type: "unknown" };

/** The oldest pages make room. */
const kept = 2_000;

/** Preview pages of one deployment, each for a simulated day. `url` is the deployment's origin. */
export function previewShelf(clock: Clock, url: string) {
  const pages = new Map<string, { readonly html: string; readonly until: number }>();
  return {
    /** Keeps a page; the same page has the same id. */
    put: (html: string) => {
      const id = digest(html).slice(0, 24);
      const until = clock.now() + dayMs;
      pages.delete(id);
      pages.set(id, { html, until });
      const [oldest] = pages.keys();
      if (pages.size > kept && oldest !== undefined) pages.delete(oldest);
      return { id, url: `${url}/previews/${id}`, expiresAt: isoTime(until) };
    },
    find: (id: string): FoundPreview => {
      const page = pages.get(id);
      if (page === undefined) return { type: "unknown" };
      return page.until <= clock.now() ? { type: "expired" } : { type: "page", html: page.html };
    },
  };
}
export type PreviewShelf = ReturnType<typeof previewShelf>;

/** What a browser may do with a preview: show it. */
export const previewHeaders = {
  "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
} as const;
