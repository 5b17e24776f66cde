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

export interface Drafts {
  /** The newest first. */
  readonly list: () => Promise<readonly Draft[]>;
  readonly of: (id: string) => Promise<Draft | undefined>;
  /** Of which a campaign was made. */
  readonly behind: (campaign: string) => Promise<Draft | undefined>;
  readonly keep: (draft: Omit<Draft, "id" | "changedAt"> & { readonly id?: string }) => Promise<Draft>;
  readonly made: (id: string, campaign: string) => Promise<void>;
  readonly drop: (id: string) => Promise<void>;
}

const lifeMs = 90 * 24 * 60 * 60 * 1_000;
const mostKept = 200;

/** Briefs under way, for whoever works at this desk: a page that is left or a session that ends loses none. */
export function openDrafts({ now, newId, pages }: DraftPorts): Drafts {
  const drop = (id: string) => pages.changing(nameOf(id), (page) => page.remove());
  const all = async () =>
    (await pages.list())
      .map(({ text }) => draftIn(text))
      .toSorted((one, other) => other.changedAt - one.changedAt);
  const write = async (draft: Draft) => {
    await pages.changing(nameOf(draft.id), (page) => page.write(JSON.stringify(draft)));
    return draft;
  };
  const of = async (id: string) => {
    const text = await pages.read(nameOf(id));
    return text === undefined ? undefined : draftIn(text);
  };
  return {
    of,
    drop,
    list: all,
    behind: async (campaign) => (await all()).find((draft) => draft.campaign === campaign),
    keep: async ({ id, ...draft }) => {
      if (id === undefined) {
        const kept = await all();
        const over = kept.filter(({ changedAt }, at) => at >= mostKept - 1 || changedAt < now() - lifeMs);
        for (const old of over) await drop(old.id);
      }
      return write({ ...draft, id: id ?? newId(), changedAt: now() });
    },
    made: (id, campaign) =>
      pages.changing(nameOf(id), async (page) => {
        const text = await page.read();
        if (text !== undefined) await page.write(JSON.stringify({ ...draftIn(text), campaign }));
      }),
  };
}

/** Whatever an address says, it is no path. */
function nameOf(id: string): string {
  return sha256(id);
}

/** The pages hold what was written here and nothing else. */
function draftIn(text: string): Draft {
  return JSON.parse(text) as Draft;
}
