/** What a person does in a browser: opens the address, presses the one button, and is sent back. */
export async function consent(address: string): Promise<Response> {
  const back = await consented(address);
  return fetch(back);
}

/** Presses the button, and returns where the browser is sent, without going there. */
export async function consented(address: string): Promise<string> {
  const asked = await fetch(address, { redirect: "manual" });
  const refusal = asked.headers.get("location");
  if (refusal !== null) return refusal;
  const page = await asked.text();
  const form = /action="([^"]+)"/.exec(page)?.[1];
  if (form === undefined) throw new Error(`no button to press: ${page}`);
  const pressed = await fetch(new URL(form, address), { method: "POST", redirect: "manual" });
  const back = pressed.headers.get("location");
  if (back === null) throw new Error(`the button leads nowhere: HTTP ${pressed.status}`);
  return back;
}
