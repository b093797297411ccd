import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const PAGE = '<!doctype html><title>502 Bad Gateway</title><h1>502 Bad Gateway</h1>';

/** What proxies answer instead of the site: never the site's JSON. */
export const BROKEN_ANSWERS = {
  "a proxy's page": answer(502, 'text/html', PAGE),
  'an empty 500': answer(500, 'text/plain', ''),
  'a page with 200': answer(200, 'text/html', PAGE),
  'an empty 200': answer(200, 'application/json', ''),
  'JSON that is cut off': answer(200, 'application/json', '{"message": "1 down'),
  'JSON that is interrupted': (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 });
    response.write('{"message": "1 down', () => response.destroy());
  },
  "a proxy's own JSON": answer(503, 'application/json', '{"error": "upstream", "message": "no upstream"}'),
  "a stranger's 401": answer(401, 'text/html', '<h1>Authorization Required</h1>'),
  "a stranger's 404": answer(404, 'text/html', '<h1>Not Found</h1>'),
};
export type BrokenAnswer = keyof typeof BROKEN_ANSWERS;

let asked = 0;

/** Answers with each of these in turn. */
export async function startBrokenProxy(answers = Object.keys(BROKEN_ANSWERS) as BrokenAnswer[]) {
  const server = createServer((request, response) => {
    request.resume();
    asked += 1;
    const kind = answers[asked % answers.length] ?? 'an empty 500';
    request.once('end', () => BROKEN_ANSWERS[kind](response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  };
}

function answer(status: number, type: string, body: string) {
  return (response: ServerResponse) => response.writeHead(status, { 'content-type': type }).end(body);
}
