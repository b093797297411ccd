import type { Call, CallGroup } from '@vesper/contract';
import type { FastifyInstance } from 'fastify';
import type { Command } from './command.ts';
import type { DB } from './db/schema.ts';
import type { ForgettableTable } from './db/sealed/keep-forgotten.ts';
import type { FeatureFigures } from './figures.ts';
import type { Handlers } from './http/mount.ts';
import type { PageForm } from './http/page-forms.ts';
import type { BoundJobs } from './jobs/bind.ts';
import type { Loop } from './lib/loop.ts';

/** Each function's signature declares the parts it uses, which `main` composes for the site, a worker or the command line. */
export interface Feature<SiteParts = never, WorkerParts = never, CommandParts = never> {
  /** Its folder, such as `intake/server/downloads`. */
  room: string;
  /** Only this feature writes them. */
  tables?: Readonly<Partial<Record<keyof DB, Table>>>;
  /** Tables whose erased rows no restored backup may bring back. */
  sealed?: readonly ForgettableTable[];
  /** Its calls that show tables of features below. */
  shows?: Readonly<Partial<Record<keyof DB, Table['shownBy']>>>;
  calls?: (parts: SiteParts) => SomeHandlers;
  mount?: (app: FastifyInstance, parts: SiteParts) => void;
  /** Forms that pages post to their own addresses. */
  forms?: (parts: SiteParts) => readonly PageForm[];
  /** Gauges of /metrics for the whole site. */
  figures?: FeatureFigures<SiteParts>;
  jobs?: BoundJobs<WorkerParts>;
  start?: (parts: WorkerParts) => Loop | Promise<Loop>;
  commands?: Readonly<Record<string, Command<CommandParts>>>;
}

export interface Table {
  /** What clearing the library does; `follows` is deleted with the videos, in batches. */
  clearing: 'empties' | 'changes' | 'follows' | 'keeps';
  /** False if useless after a restore, or if it must not come back. */
  inBackups?: false;
  /** Calls that live pages refetch when a trigger reports a change. */
  shownBy?: readonly (Call | CallGroup)[];
}

export type OnStop = (stop: () => Promise<void>) => void;

export function defineFeature<const F extends Feature>(feature: F): F {
  return feature;
}

type SomeHandlers = { [Group in keyof Handlers]?: Partial<Handlers[Group]> };

type CallsOf<F> = F extends { calls: (parts: never) => infer Calls } ? Calls : unknown;

type NamesOf<Calls> = {
  [Group in keyof Calls & string]: `${Group}.${keyof Calls[Group] & string}`;
}[keyof Calls & string];

/** The calls of all features; a call defined twice becomes a type that names it. */
export type AllCalls<Features, Sum = unknown> = Features extends readonly [infer First, ...infer Rest]
  ? [NamesOf<Sum> & NamesOf<CallsOf<First>>] extends [never]
    ? AllCalls<Rest, Sum & CallsOf<First>>
    : { definedTwice: NamesOf<Sum> & NamesOf<CallsOf<First>> }
  : Sum;

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
