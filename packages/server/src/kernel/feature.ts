import type { Call, CallGroup } from '@vesper/contract';
import type { FastifyInstance } from 'fastify';
import type { Command } from './command.ts';
import type { DB } from './db/schema.ts';
import type { FeatureFigures } from './figures.ts';
import type { Handlers } from './http/mount.ts';
import type { PageForm } from './http/page-forms.ts';
import type { BoundJobs } from './jobs/bind.ts';
import type { Loop } from './lib/loop.ts';

/**
 * What one feature brings to the engine: read by `main`, by clearing and by the tests of the house. Each function names
 * in its signature what it uses of the parts that `main` has put together for the site, a worker or the command line;
 * the default stands for a feature that has yet to be given its parts.
 */
export interface Feature<SiteParts = never, WorkerParts = never, CommandParts = never> {
  /** Its folder, `intake/downloads`. */
  room: string;
  /** The tables that it alone writes. */
  tables: Readonly<Partial<Record<keyof DB, Table>>>;
  /** The functions of its calls. */
  calls?: (parts: SiteParts) => SomeHandlers;
  /** Serves what is no call. */
  mount?: (app: FastifyInstance, parts: SiteParts) => void;
  /** What pages post to their own addresses. */
  forms?: (parts: SiteParts) => readonly PageForm[];
  /** What it tells /metrics of the site as a whole. */
  figures?: FeatureFigures<SiteParts>;
  jobs?: BoundJobs<WorkerParts>;
  /** Starts what a worker runs beside its jobs. */
  start?: (parts: WorkerParts) => Loop | Promise<Loop>;
  commands?: Readonly<Record<string, Command<CommandParts>>>;
}

export interface Table {
  /**
   * What clearing the library does with it: empties it at once, changes some of its rows, lets its rows follow the
   * videos that are deleted batch by batch, or keeps all.
   */
  clearing: 'empties' | 'changes' | 'follows' | 'keeps';
  /** Its rows are of no use later, or must not come back: backups do without them. */
  inBackups?: false;
  /** The calls that show it, of a table whose triggers tell of its changes: live pages refetch these. */
  shownBy?: readonly (Call | CallGroup)[];
}

/** Has something stopped, or written, when the site stops. */
export type OnStop = (stop: () => Promise<void>) => void;

export function defineFeature<const F extends Feature>(feature: F): F {
  return feature;
}

type SomeHandlers = { [Group in keyof Handlers]?: Partial<Handlers[Group]> };

type CallsOf<F> = F extends { calls: (parts: never) => infer Calls } ? Calls : unknown;

type NamesOf<Calls> = {
  [Group in keyof Calls & string]: `${Group}.${keyof Calls[Group] & string}`;
}[keyof Calls & string];

/** The calls of all features together; where two bring the same one, a type that says which. */
export type AllCalls<Features, Sum = unknown> = Features extends readonly [infer First, ...infer Rest]
  ? [NamesOf<Sum> & NamesOf<CallsOf<First>>] extends [never]
    ? AllCalls<Rest, Sum & CallsOf<First>>
    : { broughtTwice: NamesOf<Sum> & NamesOf<CallsOf<First>> }
  : Sum;

/** The functions of all features' calls, by group. */
export function gatherCalls<Parts, const Features extends readonly Feature<Parts>[]>(
  features: Features,
  parts: Parts,
): AllCalls<Features> {
  const groups: Record<string, object> = {};
  for (const { calls } of features)
    for (const [group, functions] of Object.entries(calls?.(parts) ?? {}))
      groups[group] = { ...groups[group], ...functions };
  return groups as AllCalls<Features>;
}
