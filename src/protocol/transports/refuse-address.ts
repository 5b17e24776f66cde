import { type AddressRule, reasonToRefuse } from "../addresses/address-rule.ts";
import { TaskError } from "../messages/errors.ts";
import type { TransportFactory } from "../messages/transport.ts";

/**
 * Transports to addresses that may be called at all as they are written: a registry may name any, also plain http, a private
 * network, or this machine, which is let through only where the rule says so.
 */
export function refusingAddresses(
  open: TransportFactory,
  { allowLoopback }: Pick<AddressRule, "allowLoopback">,
): TransportFactory {
  return (agentUrl) => {
    const refusal = reasonToRefuse(agentUrl, allowLoopback);
    if (refusal === undefined) return open(agentUrl);
    const refuse = () => Promise.reject(addressRefused(agentUrl, refusal));
    return { call: refuse, tools: refuse, close: () => Promise.resolve() };
  };
}

export function addressRefused(agentUrl: string, refusal: string): TaskError {
  return new TaskError("ADDRESS_REFUSED", `${agentUrl} is not called: ${refusal}`);
}
