import { TaskError } from "../errors.ts";
import { reasonToRefuse } from "../safe-fetch.ts";
import type { TransportFactory } from "../transport.ts";

/**
 * Transports to addresses that may be called at all: a registry may name any, also plain http, a private network, or this
 * machine, which is let through only where `allowLoopback` says so.
 */
export function refusingAddresses(open: TransportFactory, allowLoopback: boolean): TransportFactory {
  return (agentUrl) => {
    const refusal = reasonToRefuse(agentUrl, allowLoopback);
    if (refusal === undefined) return open(agentUrl);
    const error = new TaskError("ADDRESS_REFUSED", `${agentUrl} is not called: ${refusal}`);
    return { call: () => Promise.reject(error), close: () => Promise.resolve() };
  };
}
