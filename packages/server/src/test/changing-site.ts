import type { ServerResponse } from 'node:http';
import { type LoopbackServer, listenOnLoopback } from './loopback.ts';

export interface ChangingSite extends LoopbackServer {
  /** What a path answers from now on: a status, or a whole answer. Without one, 404. */
  set(path: string, answer: number | ((response: ServerResponse) => void)): void;
  /** "METHOD path" of each request so far, robots.txt apart. */
  requests: string[];
}

/** A web site on loopback whose pages and films come and go as a test says. */
export async function startChangingSite(): Promise<ChangingSite> {
  const answers = new Map<string, number | ((response: ServerResponse) => void)>();
  const requests: string[] = [];
  const server = await listenOnLoopback((request, response) => {
    const path = request.url ?? '/';
    if (path !== '/robots.txt') requests.push(`${request.method} ${path}`);
    const answer = answers.get(path) ?? 404;
    if (typeof answer === 'function') return answer(response);
    response.writeHead(answer, { 'content-type': path.endsWith('.mp4') ? 'video/mp4' : 'text/html' }).end();
  });
  return { ...server, set: (path, answer) => answers.set(path, answer), requests };
}
