import { apart } from "../shapes.ts";
import type { Kind } from "../world.ts";
import { kinds as course } from "./course.ts";
import { kinds as even } from "./even.ts";
import { kinds as forecasts } from "./forecasts.ts";
import { kinds as plain } from "./plain.ts";

export const kinds: readonly Kind[] = apart([...plain, ...even, ...forecasts, ...course]);
