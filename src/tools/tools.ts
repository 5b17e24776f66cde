import { planningTools } from "./planning.ts";
import { recordTools } from "./record.ts";
import type { Tool } from "./tool.ts";

/** Everything that a model may ask the desk for, behind each door. */
export const tools: readonly Tool[] = [...planningTools, ...recordTools];
