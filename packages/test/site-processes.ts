import { readFileSync } from 'node:fs';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { vi } from 'vitest';
import { startSupervisor } from './run-command.ts';
import type { TestSite } from './site.ts';

const START_MS = 120_000;

export type SiteProcesses = Awaited<ReturnType<typeof startSiteProcesses>>;

/** The site on a test site's database and folder, in two web processes under its supervisor. */
export async function startSiteProcesses(site: TestSite, env: Record<string, string>) {
  const supervisor = startSupervisor(site, { ROLE: 'web', WEB_PROCESSES: '2', ...env });
  const listening = () =>
    childrenOf(supervisor.pid).filter((pid) =>
      supervisor.output().includes(`"pid":${pid},"msg":"Listening."`),
    );
  /** The pids of both web processes, once they listen. */
  async function pids(): Promise<number[]> {
    await vi.waitUntil(() => listening().length === 2, START_MS);
    return listening();
  }
  await pids();
  const [, url = ''] = /Vesper is at (\S+)/.exec(supervisor.output()) ?? [];
  return {
    ...{ url, pids, output: supervisor.output },
    /** Runs it while the other process is halted. */
    async onlyAt<T>(pid: number, run: () => Promise<T>): Promise<T> {
      const others = listening().filter((other) => other !== pid);
      for (const other of others) process.kill(other, 'SIGSTOP');
      try {
        return await run();
      } finally {
        for (const other of others) process.kill(other, 'SIGCONT');
      }
    },
    async stop() {
      supervisor.kill('SIGTERM');
      await supervisor.ended;
    },
  };
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
}

export interface Asking {
  method?: string;
  headers?: Record<string, string>;
  body?: object;
}

/** On its own connection, with the body unread. */
export function openOne(
  url: string,
  { method = 'GET', headers = {}, body }: Asking = {},
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const type = body ? { 'content-type': 'application/json' } : {};
    request(url, { method, headers: { ...type, ...headers }, agent: false }, resolve)
      .on('error', reject)
      .end(body && JSON.stringify(body));
  });
}

export async function askOne(
  url: string,
  asking?: Asking,
): Promise<{ status: number; headers: IncomingHttpHeaders; text: string }> {
  const response = await openOne(url, asking);
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += chunk;
  return { status: response.statusCode ?? 0, headers: response.headers, text };
}
