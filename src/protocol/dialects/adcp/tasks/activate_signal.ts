import { type Codec, same } from "../codec.ts";

/** An activation is answered as a whole on the wire: with deployments or with errors, never with both. */
export const activate_signal: Codec = {
  request: same,
  answer: {
    write: ({ errors, ...rest }) =>
      errors === undefined || rest["deployments"] !== undefined ? rest : { ...rest, errors },
    read: (wire) => wire,
  },
};
