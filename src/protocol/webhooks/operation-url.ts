const path = "/webhooks/";
/** Hard to guess, as whoever knows one can make us fetch its keys. */
const operationShape = /^[A-Za-z0-9_-]{16,64}$/;

/** Where an agent reports on one operation. */
export function operationUrl(publicUrl: string, operation: string): string {
  return `${publicUrl.replace(/\/+$/, "")}${path}${operation}`;
}

/** The operation that an address of ours is for; undefined where it is for none. */
export function operationIn(url: string): string | undefined {
  const [, operation = ""] = url.split(path);
  return operationShape.test(operation) ? operation : undefined;
}
