import { type Job, play } from "./play.ts";

process.on("message", (job: Job & { best?: number }) => process.send?.(play(job, job.best)));
