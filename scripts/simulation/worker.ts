import { type Job, play } from "./play.ts";

process.on("message", (job: Job) => process.send?.(play(job)));
