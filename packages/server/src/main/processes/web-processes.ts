import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type BirpcReturn, createBirpc } from 'birpc';
import { answerCounts, createCounts } from '../../kernel/lib/counts.ts';
import type { Log } from '../../kernel/lib/log.ts';
import { type ChildProcess, startChild } from '../../kernel/lib/run-process.ts';
import { type Figures, keepCounted } from '../composition/figures.ts';
import { WEB_ENVIRONMENT, WEB_FLAGS } from './node-flags.ts';

/** The variable that tells a web process its number. */
export const NUMBER_VARIABLE = 'VESPER_WEB_NUMBER';
const SCRIPT = fileURLToPath(new URL('../web.ts', import.meta.url));
/** A process that has not answered by then counts with what it said last. */
const ANSWER_MS = 2000;

/** What the supervisor asks a web process. */
export interface WebProcess {
  figures(): Promise<Figures>;
  isThere(): void;
}

/** What a web process asks the supervisor. */
export interface Supervisor {
  count: ReturnType<typeof answerCounts>['answer'];
  figuresOfAll(): Promise<Figures[]>;
}

/** This process's end of its channel to the supervisor. */
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
    // One that hangs is killed, and may answer late until then; the askers bound what waits.
    timeout: -1,
  });
  end.on('disconnect', () => channel.$close());
  return channel;
}

/**
 * The site's processes. They listen on one socket, which the kernel shares out, and ask here what must hold for all of
 * them: the counts of limits, and the figures of the others.
 */
export function createWebProcesses(fd: number, env: NodeJS.ProcessEnv, log: Log) {
  const counts = createCounts();
  const asked = new Set<Asked>();
  let ended: Promise<Figures> = Promise.resolve([]);

  function figuresOfAll(): Promise<Figures[]> {
    // At one moment: who ends meanwhile is among those that are asked, and not yet among those that have ended.
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
      // Later than `exit`: what it asked at last has been read by then.
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
  /** What it has answered last. */
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
/** Half a minute. */
const MOST_MISSED = 6;

/**
 * Kills a process that no longer answers, once it was ready, so that another takes its place. Rounds are counted, not
 * time: after a sleep of the machine all clocks are ahead, but only one round was missed.
 */
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
      // It has gone.
      () => {},
    );
  }

  child.on('message', ({ ready }: { ready?: true }) => {
    if (ready) timer ??= setInterval(look, ASK_EVERY_MS).unref();
  });
  child.once('exit', () => clearInterval(timer));
}
