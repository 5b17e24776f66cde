import type { Door } from "./door.ts";

/**
 * A door for callers with a certificate of the deployment's authority: known by a host name in its SAN, or by the common
 * name of its subject. Header fields that claim an identity are not looked at.
 */
export function certificateDoor(principals: ReadonlyMap<string, string>): Door {
  return {
    kind: "certificate",
    identify: ({ certificate }) => {
      if (certificate === undefined) return { type: "anonymous" };
      const subject = certificate.subject.split("\n");
      const found = [...principals].find(
        ([name]) =>
          certificate.checkHost(name, { subject: "never", wildcards: false }) !== undefined ||
          subject.includes(`CN=${name}`),
      );
      return found === undefined ? { type: "refused" } : { type: "known", principal: found[1] };
    },
    challenge: (realm) => `Certificate realm="${realm}"`,
  };
}
