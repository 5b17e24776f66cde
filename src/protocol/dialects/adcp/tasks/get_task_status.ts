import { isObject } from "../../../../lib/json-object.ts";
import type { At, Codec, Spelling } from "../codec.ts";

/**
 * How a task stands. Its result is spelled as the answer of the task that it is of, which `codecFor` knows. A task that has
 * another name, or none, is an order where its result names a buy; else the result stays as it came.
 */
export function taskStatus(codecFor: (task: unknown) => Codec | undefined): Codec {
  const turned = (way: "read" | "write", task: unknown, result: unknown, at: At) => {
    if (!isObject(result)) return result;
    const isBuy = typeof result["media_buy_id"] === "string";
    const codec = codecFor(task) ?? (isBuy ? codecFor("create_media_buy") : undefined);
    return codec === undefined ? result : codec.answer[way](result, { ...at, request: {} });
  };
  const answer: Spelling = {
    write: (inside, at) => {
      const { task_type, status, result } = inside;
      return {
        ...inside,
        status: status === "pending" ? "submitted" : status,
        ...(result !== undefined && { result: turned("write", task_type, result, at) }),
      };
    },
    read: (wire, at) => {
      const { task_type, result } = wire;
      return result === undefined ? wire : { ...wire, result: turned("read", task_type, result, at) };
    },
  };
  return {
    // Without it agents report how a task stands and keep its result.
    request: {
      write: (inside) => ({ ...inside, include_result: true }),
      read: (wire) => {
        const { include_result: _, ...rest } = wire;
        return rest;
      },
    },
    answer,
  };
}
