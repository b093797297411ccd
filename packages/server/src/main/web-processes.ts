import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createCounts } from '../kernel/lib/counts.ts';
import type { Log } from '../kernel/lib/log.ts';
import { type Channel, openChannel } from '../kernel/lib/process-channel.ts';
import { type ChildProcess, startChild } from '../kernel/lib/run-process.ts';
import { answerCounts } from '../kernel/lib/shared-counts.ts';
import { endWhenHung } from './end-hung.ts';
import { type Figures, keepCounted } from './figures.ts';
import { WEB_ENVIRONMENT, WEB_FLAGS } from './node-flags.ts';

/** The variable that tells a web process its number. */
export const NUMBER_VARIABLE = 'VESPER_WEB_NUMBER';
const SCRIPT = fileURLToPath(new URL('./web.ts', import.meta.url));
/** Of a process that has not answered by then, what it said last is taken. */
const ANSWER_MS = 2000;

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
      const channel = openChannel(child, { counts: own.answer, figuresOfAll });
      const one: Asked = { channel, last: [] };
      asked.add(one);
      endWhenHung(child, () => channel.ask('isThere'), log);
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
  channel: Channel;
  /** What it has answered last. */
  last: Figures;
}

async function figuresOf(one: Asked): Promise<Figures> {
  const answer = one.channel.ask<Figures>('figures').then(
    (figures) => {
      one.last = figures;
    },
    () => {},
  );
  await Promise.race([answer, pause(ANSWER_MS, undefined, { ref: false })]);
  return one.last;
}
