import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { answerCounts, createCounts } from '@vesper/core/lib/counts.ts';
import type { Log } from '@vesper/core/lib/log.ts';
import { type ChildProcess, startChild } from '@vesper/core/lib/run-process.ts';
import { type BirpcReturn, createBirpc } from 'birpc';
import { type Figures, keepCounted } from '../composition/figures.ts';
import { WEB_ENVIRONMENT, WEB_FLAGS } from './node-flags.ts';

/** Tells a web process its number. */
export const NUMBER_VARIABLE = 'VESPER_WEB_NUMBER';
const SCRIPT = fileURLToPath(new URL('../web.ts', import.meta.url));
/** After this, the previous answer is used. */
const ANSWER_MS = 2000;

export interface WebProcess {
  figures(): Promise<Figures>;
  isThere(): void;
}

export interface Supervisor {
  count: ReturnType<typeof answerCounts>['answer'];
  figuresOfAll(): Promise<Figures[]>;
}

export function askSupervisor(web: WebProcess): BirpcReturn<Supervisor, WebProcess> {
  return openChannel<Supervisor, WebProcess>(process as unknown as ChildProcess, web);
}

function openChannel<Theirs extends object, Ours extends object>(
  end: Pick<ChildProcess, 'send' | 'on'>,
  functions: Ours,
): BirpcReturn<Theirs, Ours> {
  const channel = createBirpc<Theirs, Ours>(functions, {
    post: (message) => void end.send(message, () => {}),
    on: (receive) => void end.on('message', receive),
    // A hung process is killed, and may answer late until then; callers set their own timeouts.
    timeout: -1,
  });
  end.on('disconnect', () => channel.$close());
  return channel;
}

/** They share one socket through the kernel, and ask here for shared state: rate-limit counts and figures. */
export function createWebProcesses(fd: number, env: NodeJS.ProcessEnv, log: Log) {
  const counts = createCounts();
  const asked = new Set<Asked>();
  let ended: Promise<Figures> = Promise.resolve([]);

  function figuresOfAll(): Promise<Figures[]> {
    // At one moment: a process that ends meanwhile is counted once.
    return Promise.all([ended, ...[...asked].map(figuresOf)]);
  }

  function keepFiguresOf({ last }: Asked): void {
    ended = ended.then((before) => keepCounted([before, last]));
  }

  return {
    start(number: number): ChildProcess {
      const child = startChild(process.execPath, [...WEB_FLAGS, SCRIPT], {
        env: { ...WEB_ENVIRONMENT, ...env, [NUMBER_VARIABLE]: String(number) },
        fd,
      });
      const own = answerCounts(counts);
      const web = openChannel<WebProcess, Supervisor>(child, { count: own.answer, figuresOfAll });
      const one: Asked = { web, last: [] };
      asked.add(one);
      endWhenHung(child, () => web.isThere(), log);
      // After `exit`: its last messages were read.
      child.once('disconnect', () => {
        asked.delete(one);
        keepFiguresOf(one);
        own.forget();
      });
      return child;
    },
  };
}

interface Asked {
  web: Pick<BirpcReturn<WebProcess, Supervisor>, 'figures'>;
  last: Figures;
}

async function figuresOf(one: Asked): Promise<Figures> {
  const answer = one.web.figures().then(
    (figures) => {
      one.last = figures;
    },
    () => {},
  );
  await Promise.race([answer, pause(ANSWER_MS, undefined, { ref: false })]);
  return one.last;
}

const ASK_EVERY_MS = 5000;
const MOST_MISSED = 6;

/** Kills a once ready process that stops answering. Counts rounds, not time: a sleeping machine misses only one. */
export function endWhenHung(child: ChildProcess, ask: () => Promise<unknown>, log: Log): void {
  let missed = 0;
  let timer: NodeJS.Timeout | undefined;

  function look(): void {
    if (missed === MOST_MISSED) {
      log.error({ pid: child.pid }, 'A process has not answered for 30 seconds: it is killed.');
      child.kill('SIGKILL');
    }
    missed += 1;
    if (missed > 1) return;
    ask().then(
      () => {
        missed = 0;
      },
      // It is gone.
      () => {},
    );
  }

  child.on('message', ({ ready }: { ready?: true }) => {
    if (ready) timer ??= setInterval(look, ASK_EVERY_MS).unref();
  });
  child.once('exit', () => clearInterval(timer));
}
