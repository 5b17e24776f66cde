import { z } from "zod";
import { olderShapes } from "../protocol/dialects/older-shapes.ts";
import { tasks } from "../protocol/tasks/index.ts";
import type { Task } from "../protocol/tasks/task.ts";
import type { Payload } from "./payload.ts";
import { invalid, Refusal } from "./refusal.ts";

/**
 * A request with every older shape turned into its newer one: the one place where the sandbox knows that there are two.
 * Refuses a field that is sent in both shapes, and an older one that cannot be read.
 */
export function newerShape({ name, request: schema }: Task, received: Payload) {
  const request = { ...received };
  const known = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  const older = olderShapes.filter(
    (shape) => request[shape.older] !== undefined && shape.tasks.some((task) => tasks[task].name === name),
  );
  const turned = older.filter((shape) => {
    const value = shape.toNewer(request[shape.older]);
    if (shape.older === shape.newer) {
      if (value !== undefined) request[shape.newer] = value;
      return false;
    }
    if (request[shape.newer] !== undefined)
      throw new Refusal(
        "INVALID_REQUEST",
        `${shape.older} and ${shape.newer} say the same: send one`,
        shape.older,
      );
    if (value === undefined && known.includes(shape.older)) return false;
    if (value === undefined) throw invalid(`${shape.older} cannot be read`, shape.older);
    delete request[shape.older];
    request[shape.newer] = value;
    return true;
  });
  return {
    request,
    /** A path in `request` as the caller spelled it. */
    asSent: (field: string): string => {
      const shape = turned.find(({ newer }) => new RegExp(`^${newer}(?![\\w])`).test(field));
      if (shape === undefined) return field;
      const rest = field.slice(shape.newer.length);
      // One target became a list of one: its index was not sent.
      return shape.older + (shape.older === "target_format_id" ? rest.replace(/^\[0\]/, "") : rest);
    },
  };
}
