/** What an agent answered to a step. */
export interface Receipt {
  readonly stepId: string;
  /** done: it holds; pending: the agent works on it under `taskId`. */
  readonly status: "done" | "pending";
  readonly taskId?: string;
  /** True where the agent had already done it and gave its first answer again. */
  readonly replayed: boolean;
  /** What was odd about the answer, in plain words. */
  readonly notes?: readonly string[];
  readonly payload: Readonly<Record<string, unknown>>;
}
