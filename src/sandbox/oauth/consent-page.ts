/** One button. What others wrote stands in it as text. */
export function consentPage({
  id,
  client,
  resource,
}: {
  readonly id: string;
  readonly client: string;
  readonly resource: string;
}): string {
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Sandbox login</title>
<h1>Sandbox login</h1>
<p>You are the sandbox's media buyer. <b>${escaped(client)}</b> asks to act for you at <b>${escaped(resource)}</b>.</p>
<form method="post" action="/consent/${encodeURIComponent(id)}"><button>Let it</button></form>
</html>
`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
