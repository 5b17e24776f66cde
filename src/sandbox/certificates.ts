import { generate } from "selfsigned";
import { dayMs } from "../lib/days.ts";

/** A certificate and its private key, both PEM. */
export interface Issued {
  readonly certificate: string;
  readonly key: string;
}

/** An authority that lives as long as the deployment: its certificate, and what it issues. */
export interface Authority {
  readonly certificate: string;
  /** For a caller that is known by the host name in its SAN; the subject's common name is it too unless another is given. */
  readonly issueClient: (hostName: string, commonName?: string) => Promise<Issued>;
  readonly issueServer: (address: string) => Promise<Issued>;
}

export async function certificateAuthority(): Promise<Authority> {
  // Handshakes go by the machine's clock, whatever day the sandbox has.
  const now = Date.now();
  const common = {
    keyType: "ec",
    algorithm: "sha256",
    notBeforeDate: new Date(now - dayMs),
    notAfterDate: new Date(now + 30 * dayMs),
  } as const;
  const own = await generate([{ name: "commonName", value: "Sandbox Authority" }], {
    ...common,
    extensions: [
      { name: "basicConstraints", cA: true, critical: true },
      { name: "keyUsage", keyCertSign: true, critical: true },
    ],
  });
  const issue = async (commonName: string, extensions: Extensions): Promise<Issued> => {
    const issued = await generate([{ name: "commonName", value: commonName }], {
      ...common,
      extensions,
      ca: { key: own.private, cert: own.cert },
    });
    return { certificate: issued.cert, key: issued.private };
  };
  return {
    certificate: own.cert,
    issueClient: (hostName, commonName = hostName) =>
      issue(commonName, [
        { name: "extKeyUsage", clientAuth: true },
        { name: "subjectAltName", altNames: [{ type: 2, value: hostName }] },
      ]),
    issueServer: (address) =>
      issue(address, [
        { name: "extKeyUsage", serverAuth: true },
        { name: "subjectAltName", altNames: [{ type: 7, ip: address }] },
      ]),
  };
}

type Extensions = NonNullable<NonNullable<Parameters<typeof generate>[1]>["extensions"]>;
