import { isObject, type JsonObject } from "../../../lib/json-object.ts";
import { since } from "../../tasks/names.ts";
import { operationIn } from "../../webhooks/operation-url.ts";
import { signedScheme } from "../../webhooks/scheme.ts";
import type { At, Spelling } from "./codec.ts";

/**
 * Where an agent reports, in a request that registers for it. The public standard signs reports where `authentication` is
 * absent, and with it wants the shared secret in the call. As no secret goes into a call, a seller that signs nothing is
 * registered with nowhere, and asked instead. Our own address names the operation: its id is the `operation_id` of 3.1 and
 * the token that reports repeat.
 */
export const pushNotifications: Spelling = {
  write: (inside, at) => {
    const config = inside["push_notification_config"];
    if (!isObject(config)) return inside;
    const { push_notification_config: _, ...rest } = inside;
    return isSigned(config) ? { ...rest, push_notification_config: written(config, at) } : rest;
  },
  read: (wire) => {
    const config = wire["push_notification_config"];
    return isObject(config) ? { ...wire, push_notification_config: readBack(config) } : wire;
  },
};

function isSigned({ authentication }: JsonObject): boolean {
  if (!isObject(authentication)) return true;
  const { schemes } = authentication;
  return Array.isArray(schemes) && schemes.length === 1 && schemes[0] === signedScheme;
}

function written(registered: JsonObject, { release }: At): JsonObject {
  const { authentication: _, ...config } = registered;
  const operation = operationOf(config);
  if (operation === undefined) return config;
  return { ...(since(release, "3.1") && { operation_id: operation }), token: operation, ...config };
}

function readBack({ operation_id, token, ...config }: JsonObject): JsonObject {
  const operation = operationOf(config);
  return {
    authentication: { schemes: [signedScheme] },
    ...config,
    ...(operation_id !== undefined && operation_id !== operation && { operation_id }),
    ...(token !== undefined && token !== operation && { token }),
  };
}

function operationOf({ url }: JsonObject): string | undefined {
  return typeof url === "string" ? operationIn(url) : undefined;
}
