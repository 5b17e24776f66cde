import { type TaskName, tasks } from "../../tasks/index.ts";
import { type Codec, same } from "./codec.ts";
import { create_media_buy } from "./tasks/create_media_buy.ts";
import { get_media_buy_delivery } from "./tasks/get_media_buy_delivery.ts";
import { get_media_buys } from "./tasks/get_media_buys.ts";
import { get_products } from "./tasks/get_products.ts";
import { taskStatus } from "./tasks/get_task_status.ts";
import { list_accounts } from "./tasks/list_accounts.ts";
import { provide_performance_feedback } from "./tasks/provide_performance_feedback.ts";
import { sync_accounts } from "./tasks/sync_accounts.ts";
import { update_media_buy } from "./tasks/update_media_buy.ts";

/** Every task in the public standard's spelling. What is not listed is spelled the same in both. */
const listed: Partial<Readonly<Record<TaskName, Codec>>> = {
  create_media_buy,
  get_media_buy_delivery,
  get_media_buys,
  get_products,
  get_task_status: taskStatus((task) => (isTask(task) ? codecOf(task) : plain)),
  list_accounts,
  provide_performance_feedback,
  sync_accounts,
  update_media_buy,
};

const plain: Codec = { request: same, answer: same };

export function codecOf(task: TaskName): Codec {
  return listed[task] ?? plain;
}

function isTask(name: string): name is TaskName {
  return Object.hasOwn(tasks, name);
}
