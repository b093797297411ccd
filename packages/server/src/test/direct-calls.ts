import { type Call, routes } from '@vesper/contract';
import { downloadRoutes } from '../features/downloads/index.ts';
import type { Handler } from '../http/mount.ts';
import { noSession } from '../http/session-cookie.ts';
import type { Base } from '../main/compose.ts';

type Calls = typeof routes.downloads;

/** The calls about downloads without HTTP: input and answer are checked against the contract. */
export function downloadCalls(base: () => Base) {
  return async <N extends keyof Calls>(name: N, input: Record<string, unknown> = {}) => {
    const definition: Call = routes.downloads[name];
    const parsed: Record<string, unknown> = {};
    for (const schema of [definition.query, definition.body, definition.params]) {
      if (schema) Object.assign(parsed, schema.parse(input));
    }
    const handler = downloadRoutes(base())[name] as unknown as Handler<Calls[N]>;
    const answer = await handler(parsed as never, {
      hostname: 'site.test',
      visitor: { address: '127.0.0.1', userAgent: 'test' },
      session: noSession,
    });
    return definition.output.parse(answer) as typeof answer;
  };
}
