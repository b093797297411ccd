import type { Call, CallGroup } from '@vesper/contract';
import type { FastifyInstance } from 'fastify';
import type { Command } from './command.ts';
import type { DB } from './db/schema.ts';
import type { Handlers } from './http/mount.ts';
import type { BoundJobs } from './jobs/bind.ts';

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
  /** The functions of its groups of calls. */
  calls?: (parts: SiteParts) => Partial<Handlers>;
  /** Serves what is no call. */
  mount?: (app: FastifyInstance, parts: SiteParts) => void;
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
  /** The calls that show it, of a table whose triggers tell of its changes: live pages refetch these. */
  shownBy?: readonly (Call | CallGroup)[];
}

/** Something that runs until it is stopped. */
export interface Loop {
  stop(): Promise<void>;
}

export function defineFeature<const F extends Feature>(feature: F): F {
  return feature;
}

type CallsOf<F> = F extends { calls: (parts: never) => infer Calls } ? Calls : unknown;

/** The calls of all features together; a group that two of them bring takes all calls away. */
export type AllCalls<Features extends readonly unknown[], Sum = unknown> = Features extends readonly [
  infer First,
  ...infer Rest,
]
  ? [keyof Sum & keyof CallsOf<First>] extends [never]
    ? AllCalls<Rest, Sum & CallsOf<First>>
    : { broughtTwice: keyof Sum & keyof CallsOf<First> }
  : Sum;
