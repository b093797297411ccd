import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CHROMIUM, CHROMIUM_FLAGS } from '../../packages/web/test/browser.ts';

/** Chromium's trace category for tasks of threads. */
const TASKS = 'disabled-by-default-devtools.timeline';
/** Its trace category for page loads. */
const READING = 'devtools.timeline';
/** Time for the page to load and become idle. */
const LOAD_MS = 4000;
/** Lighthouse's phone. */
const WINDOW = '--window-size=412,823';

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** Processor time in microseconds. */
  tdur?: number;
  args: { beginData?: { url?: string } };
}

/**
 * The processor time of each task of a page's main thread, in milliseconds, longest first, from a cold start. No
 * debugger is attached to the page, as V8 would parse all scripts a second time.
 */
export async function tasksOf(address: string, { isAdult }: { isAdult: boolean }): Promise<number[]> {
  const profile = await mkdtemp(path.join(tmpdir(), 'vesper-tasks-'));
  const flags = [...CHROMIUM_FLAGS, WINDOW, `--user-data-dir=${profile}`, '--remote-debugging-port=0'];
  const browser = spawn(CHROMIUM, [...flags, '--headless', 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise((resolve) => browser.once('exit', resolve));
  try {
    const control = await connect(await debuggerAddress(browser.stderr));
    if (isAdult)
      await control.send('Storage.setCookies', {
        cookies: [{ name: 'age_confirmed', value: '1', url: address }],
      });
    const events: TraceEvent[] = [];
    const told = new Promise<void>((resolve) =>
      control.listen(({ method, params }) => {
        if (method === 'Tracing.dataCollected') events.push(...(params.value as TraceEvent[]));
        if (method === 'Tracing.tracingComplete') resolve();
      }),
    );
    await control.send('Tracing.start', {
      traceConfig: { includedCategories: [TASKS, READING], excludedCategories: ['*'] },
    });
    await control.send('Target.createTarget', { url: address });
    await sleep(LOAD_MS);
    await control.send('Tracing.end', {});
    await told;
    return mainTasks(events, address);
  } finally {
    browser.kill();
    await ended;
    await rm(profile, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Only the page's main thread: a browser has others that are also slow to start. */
function mainTasks(events: readonly TraceEvent[], address: string): number[] {
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid}/${tid}`;
  const shows = ({ name, args }: TraceEvent) =>
    name === 'ParseHTML' && args.beginData?.url === new URL(address).href;
  const main = events.find(shows);
  if (!main) throw new Error(`The browser did not open ${address}.`);
  return events
    .filter((event) => event.name === 'RunTask' && threadOf(event) === threadOf(main))
    .map(({ tdur = 0 }) => tdur / 1000)
    .sort((a, b) => b - a);
}

async function debuggerAddress(printed: AsyncIterable<Buffer>): Promise<string> {
  let text = '';
  for await (const chunk of printed) {
    text += chunk.toString('utf8');
    const [, address] = /listening on (ws:\S+)/.exec(text) ?? [];
    if (address) return address;
  }
  throw new Error(`The browser did not start:\n${text}`);
}

interface Told {
  id?: number;
  method?: string;
  params: { value?: unknown };
  error?: { message: string };
}

/** The DevTools protocol of the whole browser. */
async function connect(address: string) {
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', reject);
  });
  const listen = (on: (told: Told) => void) =>
    socket.addEventListener('message', ({ data }) => on(JSON.parse(data)));
  let last = 0;
  return {
    listen,
    send(method: string, params: object) {
      last += 1;
      const id = last;
      socket.send(JSON.stringify({ id, method, params }));
      return new Promise<void>((resolve, reject) =>
        listen((told) => {
          if (told.id === id) told.error ? reject(new Error(told.error.message)) : resolve();
        }),
      );
    },
  };
}
