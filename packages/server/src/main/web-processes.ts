import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createCounts } from '../kernel/lib/counts.ts';
import type { Log } from '../kernel/lib/log.ts';
import { type Channel, openChannel } from '../kernel/lib/process-channel.ts';
import { type ChildProcess, startChild } from '../kernel/lib/run-process.ts';
import { answerCounts } from '../kernel/lib/shared-counts.ts';
import { endWhenHung } from './end-hung.ts';
import type { Figures } from './figures.ts';
import { WEB_ENVIRONMENT, WEB_FLAGS } from './node-flags.ts';

/** The variable that tells a web process its number. */
export const NUMBER_VARIABLE = 'VESPER_WEB_NUMBER';
const SCRIPT = fileURLToPath(new URL('./web.ts', import.meta.url));
/** A process that has not answered by then is left out. */
const ANSWER_MS = 2000;

/**
 * The site's processes. They listen on one socket, which the kernel shares out, and ask here what must hold for all of
 * them: the counts of limits, and the figures of the others.
 */
export function createWebProcesses(fd: number, env: NodeJS.ProcessEnv, log: Log) {
  const counts = createCounts();
  const channels = new Set<Channel>();

  async function figuresOfAll(): Promise<Figures[]> {
    const answers = await Promise.all(
      [...channels].map((channel) => answerSoon(channel.ask<Figures>('figures'))),
    );
    return answers.filter((figures) => figures !== undefined);
  }

  return {
    start(number: number): ChildProcess {
      const child = startChild(process.execPath, [...WEB_FLAGS, SCRIPT], {
        env: { ...WEB_ENVIRONMENT, ...env, [NUMBER_VARIABLE]: String(number) },
        fd,
      });
      const own = answerCounts(counts);
      const channel = openChannel(child, { counts: own.answer, figuresOfAll });
      channels.add(channel);
      endWhenHung(child, () => channel.ask('isThere'), log);
      // Later than `exit`: what it asked at last has been read by then.
      child.once('disconnect', () => {
        channels.delete(channel);
        own.forget();
      });
      return child;
    },
  };
}

async function answerSoon<Answer>(answer: Promise<Answer>): Promise<Answer | undefined> {
  return Promise.race([answer.catch(() => undefined), pause(ANSWER_MS, undefined, { ref: false })]);
}
