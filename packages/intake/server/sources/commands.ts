import {
  type CallInput,
  FILE_KINDS,
  NewBasis,
  NewSource,
  type Routes,
  SCOPES,
  SourceChanges,
  type SourceLook,
  type VideoSource,
} from '@vesper/contract';
import { type Command, type CommandLine, checked, required, wholeNumber } from '@vesper/core/command.ts';
import type { Db } from '@vesper/core/db/pool.ts';
import type { WithQueue } from '@vesper/core/jobs/queue.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import type { Clock } from '@vesper/core/lib/clock.ts';
import { deleteSource } from '../withdrawal/index.ts';
import { changeSource, createSource, getSourceByAddress, listSources, type Sources } from './sources.ts';

const BASIS_OPTIONS = '--basis BASIS --scope SCOPE[,SCOPE] --evidence TEXT [--from DATE] [--until DATE]';
/** The maximum per source; the worker's own limit is lower. */
const FILMS_AT_ONCE = 8;

type ChangeInput = CallInput<Routes['sources']['change']>;

interface Parts {
  base: { db: Db; clock: Clock };
  requireYtdlp: Sources['requireYtdlp'];
  withQueue: WithQueue;
  lookAtSource(sources: Sources, source: VideoSource): Promise<SourceLook>;
}

type Context = Parts & CommandLine;

const ID = 'the id of a source';

export const sourceCommands: Record<string, Command<Parts>> = {
  'source add': {
    operands:
      'URL --name NAME [--kind KIND] [--quota N] [--delivery DELIVERY] [--delay SECONDS] [--hosts HOST[,HOST]]\n' +
      `    [${BASIS_OPTIONS}] [--if-missing] [--no-check]\n   `,
    about:
      'adds a source, enabled if its permission (own, licence, feed_terms, api) covers its delivery; then checks its address',
    run: (context) => withSources(context, (sources) => addSource(sources, context)),
  },
  'source list': {
    about: 'lists the sources, and how the last attempt to read each went',
    readsOnly: true,
    async run({ base, print }) {
      for (const source of await listSources(base)) {
        const about = `${source.kind}, ${source.delivery}, ${source.dailyQuota}/day`;
        print(`${source.id}  ${about}  ${source.name}  ${source.baseUrl}\n    ${source.state}`);
        print(`    ${formatReading(source)}`);
      }
    },
  },
  'source basis': {
    operands: `ID ${BASIS_OPTIONS}\n    | ID --end\n   `,
    about: 'records a permission and ends earlier ones; with --end they end now, without a new one',
    async run(context) {
      const basis = context.options.end ? null : basisOf(context);
      if (basis === undefined) throw new AppError('bad_request', 'This command needs --basis, or --end.');
      await change(context, { basis });
    },
  },
  'source set': {
    operands: 'ID [--renditions default|on|off] [--hosts HOST[,HOST]] [--contact EMAIL]',
    about:
      'sets streams in several qualities (as in the settings, always or never), other hosts of its site, or the contact notified of takedowns',
    sealedOptions: ['contact'],
    async run(context) {
      const { renditions } = context.options;
      const hosts = hostsOf(context.options.hosts);
      const contactEmail = context.options.contact as string | undefined;
      if (renditions === undefined && hosts === undefined && contactEmail === undefined)
        throw new AppError('bad_request', 'This command needs --renditions, --hosts or --contact.');
      await change(context, { renditions: renditions as ChangeInput['renditions'], hosts, contactEmail });
    },
  },
  'source enable': {
    operands: 'ID',
    about: 'enables a source for the crawler',
    run: (context) => change(context, { enabled: true }),
  },
  'source disable': {
    operands: 'ID',
    about: 'disables a source for the crawler; its videos stay',
    run: (context) => change(context, { enabled: false }),
  },
  'source remove': {
    operands: 'ID [--with-videos]',
    about: 'deletes a source; with --with-videos, its videos are removed for good',
    async run(context) {
      const id = required(context.operands[0], ID);
      const videos = context.options['with-videos'] ? ('remove' as const) : undefined;
      const { deleted } = await withSources(context, (sources) => deleteSource(sources, { id, videos }));
      context.print(deleted ? 'The source is deleted.' : 'The worker is removing its videos.');
    },
  },
};

function formatReading({ lastReading, lastCrawledAt }: VideoSource): string {
  const crawled = `Last crawled: ${lastCrawledAt ?? 'never'}.`;
  if (!lastReading) return crawled;
  const { result, since, at, message } = lastReading;
  if (result === 'read') return `${crawled} Can be read since ${since}.`;
  const what = result === 'in_part' ? 'Can be read only in part' : 'Cannot be read';
  return `${what} since ${since}: ${message} Last tried: ${at}. ${crawled}`;
}

async function addSource(sources: Sources, context: Context): Promise<void> {
  const { operands, options, print } = context;
  const source = checked(NewSource, {
    baseUrl: required(operands[0], 'the address of the source'),
    name: required(options.name as string | undefined, '--name'),
    kind: options.kind,
    delivery: options.delivery,
    dailyQuota: wholeNumber(options.quota, '--quota'),
    crawlDelayMs:
      options.delay === undefined ? undefined : 1000 * (wholeNumber(options.delay, '--delay') ?? 0),
    // Files of our own need no politeness.
    concurrency: FILE_KINDS.includes(String(options.kind)) ? FILMS_AT_ONCE : undefined,
    hosts: hostsOf(options.hosts),
    basis: basisOf(context),
  });
  try {
    const added = await createSource(sources, source);
    print(`Added the source ${added.name} (${added.id}).`);
    report(added, print);
    if (added.enabled && !FILE_KINDS.includes(added.kind) && !options['no-check'])
      await lookAt(sources, context, added);
  } catch (error) {
    const known = error instanceof AppError && error.code === 'conflict';
    if (!known || !options['if-missing']) throw error;
    await giveBasis(sources, source);
  }
}

/** A source that cannot be read yet is not an error. */
async function lookAt(
  sources: Sources,
  { lookAtSource, print }: Context,
  source: VideoSource,
): Promise<void> {
  print('Checking its address ...');
  const look = await lookAtSource(sources, source);
  print(look.outcome === 'not_read' ? `It cannot be read yet: ${look.message}` : look.message);
  for (const { url, title } of look.examples) print(`    ${url}${title === null ? '' : `  ${title}`}`);
}

/** Only for a source stopped for lack of a basis. */
async function giveBasis(sources: Sources, { baseUrl, basis, crawlDelayMs }: NewSource): Promise<void> {
  const source = await getSourceByAddress(sources, baseUrl);
  if (!basis || source.disabledReason === null || source.struckOutAt !== null) return;
  await changeSource(sources, { id: source.id, basis, crawlDelayMs, enabled: true });
}

async function change(context: Context, input: Omit<ChangeInput, 'id'>): Promise<void> {
  const id = required(context.operands[0], ID);
  const changes = checked(SourceChanges, input);
  report(await withSources(context, (sources) => changeSource(sources, { id, ...changes })), context.print);
}

function report(source: VideoSource, print: CommandLine['print']): void {
  const { id, state, enabled, disabledReason, struckOutAt } = source;
  print(state);
  if (enabled || disabledReason === null || struckOutAt !== null) return;
  if (!state.includes(disabledReason)) print(`Enable it with "source enable ${id}".`);
  else print(`Add a permission with "source basis ${id} ...", then run "source enable ${id}".`);
}

/** "a.example,b.example"; empty for none. */
function hostsOf(text: unknown): string[] | undefined {
  if (text === undefined) return undefined;
  return String(text)
    .split(',')
    .filter((host) => host.trim() !== '');
}

/** Undefined without any of its options. */
function basisOf({ options }: Context) {
  const { basis, scope, evidence, from, until } = options as Record<string, string | undefined>;
  if ([basis, scope, evidence, from, until].every((value) => value === undefined)) return undefined;
  return checked(NewBasis, {
    basis: required(basis, '--basis with own, licence, feed_terms or api'),
    scope: required(scope, `--scope with one or more of ${SCOPES.join(', ')}`).split(','),
    evidence: required(evidence, '--evidence with the text that permits it, or a link to it'),
    validFrom: from,
    validUntil: until,
  });
}

function withSources<T>(
  { base: { db, clock }, requireYtdlp, withQueue }: Context,
  use: (sources: Sources) => Promise<T>,
): Promise<T> {
  return withQueue((queue) => use({ db, clock, queue, requireYtdlp }));
}
