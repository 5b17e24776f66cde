import { parentPort } from "node:worker_threads";
import highsModule from "highs";
import { messageOf } from "../../lib/cause.ts";
import type { Answer, Effort, Solved, SolveRequest } from "./solver.ts";

// Its declarations are those of its CommonJS build; what is imported is its ES module, whose default is the loader itself.
const loadHighs = highsModule as unknown as typeof highsModule.default;

/** The thread that HiGHS works in: one model after the other. */
const highs = await loadHighs();
const { callbackType, modelStatus, objectiveSense, solutionStatus } = highs.constants;

parentPort?.on("message", (request: SolveRequest) => {
  parentPort?.postMessage(answer(request));
});

function answer(request: SolveRequest): Answer {
  try {
    return { type: "solved", solved: solve(request) };
  } catch (cause) {
    return { type: "failed", reason: messageOf(cause) };
  }
}

function solve({ model, start, relativeGap, nodeLimit, effort }: SolveRequest): Solved {
  const { columns, rows } = model;
  const data = {
    numCols: columns.length,
    numRows: rows.length,
    sense: objectiveSense.maximize,
    colCost: columns.map(({ worth }) => worth),
    colLower: columns.map(() => 0),
    colUpper: columns.map(({ most }) => most),
    rowLower: rows.map(({ least }) => least),
    rowUpper: rows.map(({ most }) => most),
    matrix: matrixOf(rows, columns.length),
    integrality: Int32Array.from(columns, ({ whole }) => Number(whole)),
  };
  return highs.withModel(data, (one): Solved => {
    one.options.set({
      output_flag: false,
      random_seed: 0,
      mip_rel_gap: relativeGap,
      mip_max_nodes: nodeLimit,
    });
    if (start !== undefined) one.setSolution(start);
    one.run({
      [callbackType.mipInterrupt]: (event) => {
        if (isOver(effort, event.data)) event.interrupt();
      },
    });
    const status = one.getModelStatus();
    if (status === modelStatus.infeasible || status === modelStatus.unboundedOrInfeasible)
      return { type: "impossible" };
    const found = one.info.get("primal_solution_status") === solutionStatus.feasible;
    return {
      type: "searched",
      ended: status === modelStatus.optimal,
      ...(found && { values: [...one.getSolution().colValue] }),
      bound: Number(one.info.get("mip_dual_bound")),
      nodes: Number(one.info.get("mip_node_count")),
    };
  });
}

interface Progress {
  readonly mip_total_lp_iterations?: bigint;
  readonly mip_gap?: number;
}

function isOver(effort: Effort, { mip_total_lp_iterations: iterations = 0n, mip_gap = Infinity }: Progress) {
  const steps = Number(iterations);
  if (!Number.isFinite(mip_gap)) return steps >= effort.mostWithout;
  return steps >= effort.most || (steps >= effort.enough.steps && mip_gap <= effort.enough.relativeGap);
}

function matrixOf(rows: SolveRequest["model"]["rows"], numCols: number) {
  const starts = [0];
  for (const { terms } of rows) starts.push((starts.at(-1) ?? 0) + terms.length);
  return {
    format: "csr" as const,
    numRows: rows.length,
    numCols,
    starts,
    indices: rows.flatMap(({ terms }) => terms.map(({ column }) => column)),
    values: rows.flatMap(({ terms }) => terms.map(({ times }) => times)),
  };
}
