import { type Codec, same, writing } from "../codec.ts";

/** An activation is answered as a whole on the wire: with deployments or with errors, never with both. */
export const activate_signal: Codec = {
  request: same,
  answer: writing(({ errors, ...rest }) =>
    errors === undefined || rest["deployments"] !== undefined ? rest : { ...rest, errors },
  ),
};
