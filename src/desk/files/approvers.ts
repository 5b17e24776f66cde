import { readApproverFile } from "../../campaign/approvals/approver-file.ts";
import { assertionIn, challengeOf, passkeyFault } from "../../campaign/approvals/passkey.ts";
import { type Approvers, comparable, namesOf } from "../../campaign/model/decisions/approvers.ts";
import { UsageError } from "../usage-error.ts";
import { readText } from "./read-text.ts";
import { usualFile } from "./usual-file.ts";

/** The named file, else `approvers.yaml` here, else nobody by name. */
export function loadApprovers(file: string | undefined): Approvers | undefined {
  const path = file ?? usualFile("approvers.yaml");
  if (path === undefined) return undefined;
  const reading = readApproverFile(readText(path), path);
  if (reading.type === "invalid") throw new UsageError(reading.problems.join("\n"));
  return reading.approvers;
}

/** Somebody in approvers.yaml who has a passkey. */
export interface PasskeyHolder {
  readonly name: string;
  /** Id of the passkey, base64url. */
  readonly credential: string;
  /** Why `response`, the JSON of what a device gave back, is not this passkey's signature of `text`; undefined where it is. */
  readonly fault: (text: string, response: string) => Promise<string | undefined>;
}

/** What a device is to sign in place of a text: its SHA-256, base64url. */
export const challengeOfText = challengeOf;

/** Whoever may approve by passkey, as their file says now. */
export function passkeyHolders(file: string | undefined): {
  readonly any: boolean;
  /** By their name or a login, as they write it. */
  readonly named: (name: string) => PasskeyHolder | undefined;
} {
  const approvers = loadApprovers(file);
  const people = approvers?.type === "named" ? approvers.people : [];
  const holders = people.flatMap((person) => (person.passkey ? [{ person, passkey: person.passkey }] : []));
  return {
    any: holders.length > 0,
    named: (name) => {
      const found = holders.find(({ person }) => namesOf(person).includes(comparable(name.trim())));
      if (found === undefined) return undefined;
      const { person, passkey } = found;
      const fault: PasskeyHolder["fault"] = async (payload, response) => {
        const assertion = assertionIn(response);
        if (assertion === undefined) return "no passkey has signed it";
        return passkeyFault({ ...assertion, payload }, passkey);
      };
      return { name: person.name, credential: passkey.id, fault };
    },
  };
}
