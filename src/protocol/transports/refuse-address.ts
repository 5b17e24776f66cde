import { TaskError } from "../errors.ts";
import { type AddressRule, reasonToRefuse, reasonToRefuseResolved } from "../safe-fetch.ts";
import type { TransportFactory } from "../transport.ts";

/**
 * Transports to addresses that may be called at all: a registry may name any, also plain http, a private network, or this
 * machine, which is let through only where the rule says so. Where a host name leads is looked at again with each call.
 */
export function refusingAddresses(open: TransportFactory, rule: AddressRule): TransportFactory {
  return (agentUrl) => {
    const refused = (refusal: string) =>
      new TaskError("ADDRESS_REFUSED", `${agentUrl} is not called: ${refusal}`);
    const refusal = reasonToRefuse(agentUrl, rule.allowLoopback);
    if (refusal !== undefined)
      return {
        call: () => Promise.reject(refused(refusal)),
        tools: () => Promise.reject(refused(refusal)),
        close: () => Promise.resolve(),
      };
    const opened = open(agentUrl);
    const refuseWhereItLeads = async (task: string, signal: AbortSignal | undefined) => {
      const refusal = await reasonToRefuseResolved(agentUrl, rule, signal).catch((cause: unknown): never => {
        if (signal?.aborted)
          throw new TaskError("CANCELED", `${task} was given up before it was sent`, { cause });
        const why = cause instanceof Error ? cause.message : String(cause);
        throw new TaskError("UNREACHABLE", `no connection to ${agentUrl}: ${why}`, { cause });
      });
      if (refusal !== undefined) throw refused(refusal);
    };
    return {
      call: async (task, request, options) => {
        await refuseWhereItLeads(task, options.signal);
        return opened.call(task, request, options);
      },
      tools: async (options) => {
        await refuseWhereItLeads("tools/list", options.signal);
        return opened.tools(options);
      },
      close: opened.close,
    };
  };
}
