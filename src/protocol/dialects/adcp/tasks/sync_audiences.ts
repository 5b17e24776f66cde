import { type JsonObject, objectsIn } from "../../../../lib/json-object.ts";
import { type Codec, same } from "../codec.ts";
import { inEach } from "../combine.ts";

/** Whoever is taken out of an audience is named on the wire by an identifier too, not by the buyer's own id alone. */
export const sync_audiences: Codec = {
  request: inEach("audiences", { write: writeAudience, read: readAudience }),
  answer: same,
};

/** Lists that are empty are left out: the standard has none. */
function writeAudience({ add, remove, ...audience }: JsonObject): JsonObject {
  const added = objectsIn(add);
  const removed = objectsIn(remove);
  return {
    ...audience,
    ...(added.length > 0 && { add: added }),
    ...(removed.length > 0 && {
      remove: removed.map(({ external_id, ...member }) => ({
        uids: [{ type: "other", value: external_id }],
        ...member,
        external_id,
      })),
    }),
  };
}

function readAudience({ remove, ...audience }: JsonObject): JsonObject {
  if (remove === undefined) return audience;
  return { ...audience, remove: objectsIn(remove).map(({ external_id }) => ({ external_id })) };
}
