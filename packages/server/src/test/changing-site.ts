import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ChangingSite {
  origin: string;
  hostAndPort: string;
  /** What a path answers from now on: a status, or a whole answer. Without one, 404. */
  set(path: string, answer: number | ((response: ServerResponse) => void)): void;
  /** "METHOD path" of each request so far, robots.txt apart. */
  requests: string[];
  close(): Promise<void>;
}

/** A web site on loopback whose pages and films come and go as a test says. */
export async function startChangingSite(): Promise<ChangingSite> {
  const answers = new Map<string, number | ((response: ServerResponse) => void)>();
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    if (path !== '/robots.txt') requests.push(`${request.method} ${path}`);
    const answer = answers.get(path) ?? 404;
    if (typeof answer === 'function') return answer(response);
    response.writeHead(answer, { 'content-type': path.endsWith('.mp4') ? 'video/mp4' : 'text/html' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    hostAndPort: `127.0.0.1:${port}`,
    set: (path, answer) => answers.set(path, answer),
    requests,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
