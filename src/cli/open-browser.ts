import { spawn } from "node:child_process";

/** Opens an http address with what this machine opens such addresses with; where that fails, nothing happens. */
export function openBrowser(address: string): void {
  const [program, ...words] = opener();
  const child = spawn(program, [...words, new URL(address).href], { stdio: "ignore", detached: true });
  child.on("error", () => undefined);
  child.unref();
}

function opener(): readonly [string, ...string[]] {
  switch (process.platform) {
    case "darwin":
      return ["open"];
    case "win32":
      return ["rundll32", "url.dll,FileProtocolHandler"];
    default:
      return ["xdg-open"];
  }
}
