import type { ServerResponse } from 'node:http';
import { listenOnLoopback } from './loopback.ts';

/** A status, or a whole answer. */
type Answer = number | ((response: ServerResponse) => void);

export type ChangingSite = Awaited<ReturnType<typeof startChangingSite>>;

/** A website on loopback whose pages and films come and go as a test says; other paths are 404. */
export async function startChangingSite() {
  const answers = new Map<string, Answer>();
  /** "METHOD path", without robots.txt. */
  const requests: string[] = [];
  const server = await listenOnLoopback((request, response) => {
    const path = request.url ?? '/';
    if (path !== '/robots.txt') requests.push(`${request.method} ${path}`);
    const answer = answers.get(path) ?? 404;
    if (typeof answer === 'function') return answer(response);
    response.writeHead(answer, { 'content-type': path.endsWith('.mp4') ? 'video/mp4' : 'text/html' }).end();
  });
  return { ...server, set: (path: string, answer: Answer) => answers.set(path, answer), requests };
}
