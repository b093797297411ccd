import { MediaJobsQuery, MediaRerunParams, NewMediaRerun } from '@vesper/contract';
import { type Command, type CommandLine, checked, required, wholeNumber } from '@vesper/core/command.ts';
import type { Db } from '@vesper/core/db/pool.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import type { Clock } from '@vesper/core/lib/clock.ts';
import { listSources } from '@vesper/intake/sources';
import { listMediaJobs, rerunStep } from './media-jobs.ts';
import { listReruns, oldStreams, stopRerun } from './reruns.ts';

type Parts = { base: { db: Db; clock: Clock } };

const STEPS = 'film, pictures, renditions or playlists';

export const mediaCommands: Record<string, Command<Parts>> = {
  'media rerun': {
    operands: 'STEP --video ID | --source NAME | --all',
    about: `repeats a step (${STEPS}) in the worker`,
    async run(context) {
      const input = {
        step: required(context.operands[0], `a step: ${STEPS}`),
        videoId: context.options.video,
        sourceId: await sourceIdOf(context),
        all: context.options.all,
      };
      const { job, rerun } = await rerunStep(context.base.db, checked(NewMediaRerun, input));
      context.print(
        job ? `Queued the ${job.step} of "${job.videoTitle}".` : `The re-run ${rerun?.id} has started.`,
      );
    },
  },
  'media reruns': {
    operands: '[--limit N]',
    about: 'shows the latest re-runs and their progress',
    readsOnly: true,
    async run({ base, options, print }) {
      const reruns = await listReruns(base.db, wholeNumber(options.limit, '--limit') ?? 20);
      if (reruns.length === 0) print('There are no re-runs.');
      for (const { id, step, state, sourceName, done, failed, queued, total, isCounting } of reruns) {
        const of = isCounting ? `${total} counted so far` : `${total}`;
        const counts = `${done} done, ${failed} failed, ${queued - done - failed} waiting, of ${of}`;
        print(`${id}  ${step.padEnd(10)} ${state.padEnd(9)}  ${sourceName ?? 'all videos'}: ${counts}`);
      }
      const { count, isCapped, lost, rerun } = await oldStreams(base.db);
      if (count > 0 && !rerun) {
        const videos = `${isCapped ? 'More than ' : ''}${count} ${count === 1 ? 'video has' : 'videos have'}`;
        print(`${videos} streams with old playlists: "media rerun playlists --all" rewrites them.`);
      }
      if (lost > 0)
        print(
          `${lost} ${lost === 1 ? 'of them lacks' : 'of them lack'} a stream: "media rerun renditions --video ID" remakes it.`,
        );
    },
  },
  'media stop': {
    operands: 'ID',
    about: 'stops a re-run; running jobs still finish',
    async run({ base, operands, print }) {
      const { id } = checked(MediaRerunParams, { id: required(operands[0], 'the id of a re-run') });
      await stopRerun(base.db, Number(id));
      print('The re-run is stopped.');
    },
  },
  'media jobs': {
    operands: '[--status STATUS] [--step STEP] [--limit N]',
    about: 'shows the latest media jobs and their errors',
    readsOnly: true,
    async run({ base, options, print }) {
      const { status, step, limit } = options;
      const query = checked(MediaJobsQuery, { status, step, limit: wholeNumber(limit, '--limit') ?? 20 });
      const { jobs } = await listMediaJobs(base.db, query);
      if (jobs.length === 0) print('No media jobs match.');
      for (const job of jobs) {
        const state = `${job.status.padEnd(10)} ${String(job.progress).padStart(3)} %`;
        print(`${state}  ${job.step.padEnd(10)} ${job.videoId}  ${job.videoTitle}  ${job.error ?? ''}`);
      }
    },
  },
};

/** By name or id; undefined without the option. */
async function sourceIdOf({ base, options }: Parts & CommandLine): Promise<string | undefined> {
  if (options.source === undefined) return undefined;
  const named = (await listSources(base)).filter(
    ({ id, name }) => id === options.source || name === options.source,
  );
  if (named.length === 0) throw new AppError('not_found', `No source is called "${options.source}".`);
  if (named.length > 1)
    throw new AppError('conflict', `Several sources are called "${options.source}": please give the id.`);
  return named[0]?.id;
}
