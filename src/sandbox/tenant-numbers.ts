import { digest } from "../lib/digest.ts";
import { sandboxPrincipal } from "./principals.ts";

/** Numbers what each principal makes apart from what others make: an id does not reveal how much goes on beside them. */
export function tenantNumbers(): (principal: string) => string {
  const counts = new Map<string, number>();
  return (principal) => {
    const count = (counts.get(principal) ?? 0) + 1;
    counts.set(principal, count);
    return principal === sandboxPrincipal ? `${count}` : `${digest(principal).slice(0, 8)}_${count}`;
  };
}
