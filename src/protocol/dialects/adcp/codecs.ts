import type { TaskName } from "../../tasks/index.ts";
import { type Codec, same } from "./codec.ts";

/** Every task in the public standard's spelling. What is not listed is spelled the same in both. */
const listed: Partial<Readonly<Record<TaskName, Codec>>> = {};

const plain: Codec = { request: same, answer: same };

export function codecOf(task: TaskName): Codec {
  return listed[task] ?? plain;
}
