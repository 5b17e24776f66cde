import {
  names,
  type PublicRelease,
  publicMajor,
  publicReleases,
  since,
} from "../../../protocol/tasks/names.ts";
import type { Payload } from "../../payload.ts";
import { Refusal } from "../../refusal.ts";

/** What agents serve whose newest release this is: since 3.2 the one before it as well. The newest stands last. */
export function releasesAt(newest: PublicRelease): readonly PublicRelease[] {
  return since(newest, "3.2")
    ? publicReleases.filter((one) => since(one, "3.1") && since(newest, one))
    : [newest];
}

/**
 * The release that a request is served in: the newest at or below the one that it names, and the newest of all where it names
 * none. Undefined where no such release is served: a prerelease is matched by itself alone.
 */
export function servedIn(received: Payload, releases: readonly PublicRelease[]): PublicRelease | undefined {
  const { versionField, majorVersionField } = names.adcp;
  const { [versionField]: wanted, [majorVersionField]: major } = received;
  if (major !== undefined && major !== publicMajor) return undefined;
  if (wanted === undefined) return releases.at(-1);
  const [, wantedMajor, minor] = (typeof wanted === "string" && /^(\d+)\.(\d+)$/.exec(wanted)) || [];
  if (Number(wantedMajor) !== publicMajor) return undefined;
  return releases.findLast((one) => Number(one.split(".")[1]) <= Number(minor));
}

/** The same; throws a `Refusal` that names what is served where there is none. */
export function agreedRelease(received: Payload, releases: readonly PublicRelease[]): PublicRelease {
  const release = servedIn(received, releases);
  if (release !== undefined) return release;
  const { versionField, majorVersionField } = names.adcp;
  const { [majorVersionField]: major = publicMajor } = received;
  const field = major === publicMajor ? versionField : majorVersionField;
  throw new Refusal(
    "VERSION_UNSUPPORTED",
    `${JSON.stringify(received[field])} is not supported; ${releases.join(" and ")} ${releases.length === 1 ? "is" : "are"}`,
    field,
    { details: { supported_versions: [...releases], supported_majors: [publicMajor] } },
  );
}
