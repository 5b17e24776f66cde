import { objectsIn } from "../../../../lib/json-object.ts";
import { buyActions } from "../buy-actions.ts";
import { buyState } from "../buy-state.ts";
import { type Codec, reading, without, writing } from "../codec.ts";
import { chain, inEach } from "../combine.ts";
import { mediaPackage, packageField, withReferences } from "../packages.ts";
import { pushNotifications } from "../push-notifications.ts";
import { reference } from "../reference.ts";

/** What was ordered says which package is which where the agent does not. */
const ordered = reading((answer, { request }) =>
  Array.isArray(answer["packages"])
    ? {
        ...answer,
        packages: withReferences(objectsIn(answer["packages"]), objectsIn(request["packages"])),
      }
    : answer,
);

/** The older order names no version: what a list stood in is forgotten. */
const unversioned = writing((inside) => without(inside, "feed_version", "pricing_version"));

/** An order names packages or a proposal. Of a proposal its seller makes the packages. */
const proposed = writing(({ packages, ...inside }) =>
  inside["proposal_id"] === undefined ? { ...inside, packages } : inside,
);

export const create_media_buy: Codec = {
  request: chain(unversioned, proposed, reference, inEach("packages", mediaPackage), pushNotifications),
  answer: chain(ordered, buyState, buyActions, reference, inEach("packages", mediaPackage)),
  fieldInside: packageField,
};
