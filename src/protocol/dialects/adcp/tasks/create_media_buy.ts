import { buyActions } from "../buy-actions.ts";
import { buyState } from "../buy-state.ts";
import { type Codec, objectsIn, type Spelling, without } from "../codec.ts";
import { chain, inEach } from "../combine.ts";
import { mediaPackage, packageField, withReferences } from "../packages.ts";
import { pushNotifications } from "../push-notifications.ts";
import { reference } from "../reference.ts";

/** What was ordered says which package is which where the agent does not. */
const ordered: Spelling = {
  write: (inside) => inside,
  read: (answer, { request }) =>
    Array.isArray(answer["packages"])
      ? {
          ...answer,
          packages: withReferences(objectsIn(answer["packages"]), objectsIn(request["packages"])),
        }
      : answer,
};

/** The older order names no version: what a list stood in is forgotten. */
const unversioned: Spelling = {
  write: (inside) => without(inside, "feed_version", "pricing_version"),
  read: (wire) => wire,
};

/** An order names packages or a proposal. Of a proposal its seller makes the packages. */
const proposed: Spelling = {
  write: ({ packages, ...inside }) =>
    inside["proposal_id"] === undefined ? { ...inside, packages } : inside,
  read: (wire) => wire,
};

export const create_media_buy: Codec = {
  request: chain(unversioned, proposed, reference, inEach("packages", mediaPackage), pushNotifications),
  answer: chain(ordered, buyState, buyActions, reference, inEach("packages", mediaPackage)),
  fieldInside: packageField,
};
