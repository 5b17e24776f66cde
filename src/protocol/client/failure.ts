import type { Dialect } from "../dialects/dialect.ts";
import { changed, leavesOpen, TaskError, withUnknownEffect } from "../messages/errors.ts";
import { type TaskName, tasks } from "../tasks/index.ts";

/** What an agent's error means for a caller inside: whether the change may have been made, and whether to ask again. */
export function meaningOf(error: TaskError, task: TaskName, dialect: Dialect): TaskError {
  const ours = withFieldInside(releaseRefused(error, dialect), task, dialect);
  if (tasks[task].mutates) return leavesOpen(ours) ? withUnknownEffect(ours) : ours;
  // A read that failed with a code nobody knows: to ask again costs nothing, and is bounded.
  return ours.unexplained ? changed(ours, { recovery: "transient" }) : ours;
}

/** The error with its path in the request on the wire as one in the request inside. */
export function withFieldInside(error: TaskError, task: TaskName, dialect: Dialect): TaskError {
  if (error.field === undefined) return error;
  const field = dialect.fieldInside(task, error.field);
  return field === error.field ? error : changed(error, { field });
}

/** Another release is never tried by itself: an older one may understand less of what was agreed on. */
function releaseRefused(error: TaskError, { release }: Dialect): TaskError {
  if (error.code !== "VERSION_UNSUPPORTED" || release === undefined) return error;
  return new TaskError(
    error.code,
    `the agent refuses release ${release}, which it was found to speak (${error.message}). Nothing was done. ` +
      "Set its dialect in flightdesk.yaml, or remove dialects.json from the home folder and it is asked again",
    { recovery: "terminal", injectionSigns: error.injectionSigns },
  );
}
