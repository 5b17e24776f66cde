import { legacyTokenHeader } from "../../protocol/names.ts";
import { bearerDoor } from "./bearer.ts";
import type { Door } from "./door.ts";

/** A door that reads the token from the older header alone, as some agents still do against the contract. */
export function legacyBearerDoor(tokens: ReadonlyMap<string, string>): Door {
  const door = bearerDoor(tokens);
  return {
    ...door,
    identify: (knock) => {
      const token = knock.headers.get(legacyTokenHeader);
      const headers = new Headers(token === null ? {} : { Authorization: `Bearer ${token}` });
      return door.identify({ ...knock, headers });
    },
  };
}
