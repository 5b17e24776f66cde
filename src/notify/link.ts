import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { jwtVerify, SignJWT } from "jose";
import { z } from "zod";
import { digestUuid } from "../lib/digest.ts";
import { makePrivateFile, readPrivateFile } from "../lib/files/private-file.ts";
import type { NotifierPorts } from "./notifier.ts";

const typ = "flightdesk-link+jws";
const alg = "HS256";

/** What a link shows, and to whom it was sent. */
export interface Shown {
  readonly campaign: string;
  readonly step: string;
  /** SHA-256 of the arguments that were asked about. */
  readonly digest: string;
  readonly to: string;
}

/** A link is over with the question that it shows, and after a week at the latest. */
const longestLifeMs = 7 * 24 * 60 * 60_000;

/** The page that a message is about: of a question that one step, without a login; of all else the pages. */
export function linkFor(links: Links, pages: () => string | undefined): NotifierPorts["linkFor"] {
  return async ({ notification, writtenAt }, to) => {
    const root = pages();
    if (root === undefined) return undefined;
    if (notification.kind !== "question" && notification.kind !== "reminder")
      return { text: "Open the console", url: root };
    const { campaignId: campaign, stepId: step, digest, until } = notification.question;
    const last = writtenAt + longestLifeMs;
    const expires = until === undefined ? last : Math.min(last, Date.parse(until));
    const times = { issued: writtenAt, expires };
    const link = await links.sign({ campaign, step, digest, to }, notification.id, times);
    return { text: "Open this step", url: `${root}/shown?t=${link}` };
  };
}

const claims = z.object({ campaign: z.string(), step: z.string(), digest: z.string(), sub: z.string() });

/** Signs and reads links that show one step, by a key in the home folder that is made with the first. They decide nothing. */
export function openLinks(home: string) {
  const file = join(home, "link.key");
  let kept: Uint8Array | undefined;
  const key = () => {
    if (kept === undefined) {
      makePrivateFile(file, randomBytes(32).toString("base64url"));
      kept = Buffer.from(readPrivateFile(file), "base64url");
    }
    return kept;
  };
  return {
    /** Times are UTC milliseconds. The same link comes out for the same message. */
    sign: (
      { campaign, step, digest, to }: Shown,
      id: string,
      { issued, expires }: { issued: number; expires: number },
    ) =>
      new SignJWT({ campaign, step, digest })
        .setProtectedHeader({ alg, typ })
        .setSubject(to)
        .setJti(digestUuid({ id, to }))
        .setIssuedAt(Math.floor(issued / 1000))
        .setExpirationTime(Math.floor(expires / 1000))
        .sign(key()),
    /** Undefined where it is not ours or is over; `now` is UTC milliseconds. */
    read: async (link: string, now: number): Promise<Shown | undefined> => {
      const read = await jwtVerify(link, key(), {
        typ,
        algorithms: [alg],
        requiredClaims: ["exp", "sub"],
        currentDate: new Date(now),
      }).catch(() => undefined);
      const shown = claims.safeParse(read?.payload);
      if (!shown.success) return undefined;
      const { sub, ...rest } = shown.data;
      return { ...rest, to: sub };
    },
  };
}
export type Links = ReturnType<typeof openLinks>;
