import { sha256 } from "../lib/digest.ts";
import type { PrivatePages } from "../lib/private-pages.ts";
import type { Reading } from "./pages/requirements.ts";

/** A brief that somebody is at work on: as it stands, and the text that it came from. */
export interface Draft {
  readonly id: string;
  /** Of the brief, or how its text begins. */
  readonly name: string;
  /** Who was at it last. */
  readonly person: string;
  /** UTC milliseconds. */
  readonly changedAt: number;
  /** The text of the brief.yaml. */
  readonly document: string;
  /** Absent where it came as brief.yaml. */
  readonly reading?: Reading;
  /** What was made of it last. */
  readonly campaign?: string;
}

export interface DraftPorts {
  /** UTC milliseconds. */
  readonly now: () => number;
  readonly newId: () => string;
  readonly pages: PrivatePages;
}

const lifeMs = 90 * 24 * 60 * 60 * 1_000;
const mostKept = 200;

/** Briefs under way, for whoever works at this desk: a page that is left or a session that ends loses none. */
export function openDrafts({ now, newId, pages }: DraftPorts) {
  const drop = (id: string) => pages.changing(nameOf(id), (page) => page.remove());
  const all = async () =>
    (await pages.list())
      .map(({ text }) => draftIn(text))
      .toSorted((one, other) => other.changedAt - one.changedAt);
  const write = async (draft: Draft) => {
    await pages.changing(nameOf(draft.id), (page) => page.write(JSON.stringify(draft)));
    return draft;
  };
  const of = async (id: string): Promise<Draft | undefined> => {
    const text = await pages.read(nameOf(id));
    return text === undefined ? undefined : draftIn(text);
  };
  return {
    of,
    drop,
    /** The newest first. */
    list: all,
    /** Of which a campaign was made. */
    behind: async (campaign: string) => (await all()).find((draft) => draft.campaign === campaign),
    keep: async ({ id, ...draft }: Omit<Draft, "id" | "changedAt"> & { readonly id?: string }) => {
      if (id === undefined) {
        const kept = await all();
        const over = kept.filter(({ changedAt }, at) => at >= mostKept - 1 || changedAt < now() - lifeMs);
        for (const old of over) await drop(old.id);
      }
      return write({ ...draft, id: id ?? newId(), changedAt: now() });
    },
    made: (id: string, campaign: string) =>
      pages.changing(nameOf(id), async (page) => {
        const text = await page.read();
        if (text !== undefined) await page.write(JSON.stringify({ ...draftIn(text), campaign }));
      }),
  };
}
export type Drafts = ReturnType<typeof openDrafts>;

/** Whatever an address says, it is no path. */
function nameOf(id: string): string {
  return sha256(id);
}

/** The pages hold what was written here and nothing else. */
function draftIn(text: string): Draft {
  return JSON.parse(text) as Draft;
}
