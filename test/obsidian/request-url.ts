import type * as obsidian from '../../node_modules/obsidian/obsidian';

/** A real request through `fetch`: "throw an error when the status code is 400+" is the default (types' doc comment). */
export const requestUrl: typeof obsidian.requestUrl = (request) => {
  const answer = send(typeof request === 'string' ? { url: request } : request);
  // Derived only when asked for: a promise nobody waits for would make a failure an unhandled one.
  return Object.defineProperties(answer, {
    arrayBuffer: { get: () => answer.then((response) => response.arrayBuffer) },
    text: { get: () => answer.then((response) => response.text) },
    json: { get: () => answer.then((response) => response.json as unknown) },
  }) as obsidian.RequestUrlResponsePromise;
};

async function send(request: obsidian.RequestUrlParam): Promise<obsidian.RequestUrlResponse> {
  const headers = new Headers(request.headers);
  if (request.contentType !== undefined) headers.set('Content-Type', request.contentType);
  const response = await globalThis.fetch(request.url, {
    method: request.method ?? 'GET',
    headers,
    body: request.body ?? null,
  });
  if (request.throw !== false && response.status >= 400) {
    throw Object.assign(new Error(`Request failed, status ${response.status}`), { status: response.status });
  }
  const arrayBuffer = await response.arrayBuffer();
  const text = new TextDecoder().decode(arrayBuffer);
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    arrayBuffer,
    text,
    get json() {
      return JSON.parse(text) as unknown;
    },
  };
}
