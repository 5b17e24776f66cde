import { signedScheme } from "../../webhooks/scheme.ts";
import { isObject, type Spelling } from "./codec.ts";

/**
 * Where an agent reports to. `authentication` names the deprecated ways alone: signed reports are asked for by leaving it out.
 */
export const pushConfig: Spelling = {
  write: ({ authentication, ...rest }) => {
    const schemes = isObject(authentication) ? authentication["schemes"] : undefined;
    const signed = authentication === undefined || (Array.isArray(schemes) && schemes.includes(signedScheme));
    return signed ? rest : { ...rest, authentication };
  },
  read: (wire) => wire,
};
