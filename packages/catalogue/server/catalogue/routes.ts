import type { ManagedVideos, ParsedInput, Routes, VideoActed } from '@vesper/contract';
import type { Act, Handlers } from '@vesper/core/http/mount.ts';
import type { Log } from '@vesper/core/lib/log.ts';
import { requireAllowed } from '@vesper/core/lib/text/refused-words.ts';
import type { Storages } from '@vesper/core/storage/storage.ts';
import type { MediaAddresses } from '@vesper/library/media';
import type { Refusals } from '@vesper/library/refusals';
import type { VideoState } from '@vesper/library/videos';
import {
  type BulkActDeps,
  getBulkAct,
  listBulkActs,
  startBulkAct,
  startBulkDeletion,
  stopBulkAct,
  undoBulkAct,
} from './bulk-acts.ts';
import {
  getManagedRow,
  getManagedVideo,
  getVideoDetails,
  type ManagedVideoDeps,
  type WatchDeps,
  watchVideo,
  withoutRestricted,
} from './details.ts';
import { editVideo } from './edits.ts';
import { countVideos, findVideos, formatKey, parseKey, videoCounts } from './finding.ts';
import { actOnVideo, deleteVideo, redownloadVideo } from './single-acts.ts';
import { changeDifferences, takeFromSource } from './source-words.ts';
import { toManagedVideo } from './view.ts';

export interface CatalogueDeps extends BulkActDeps, WatchDeps {
  storages: Storages;
  addresses: MediaAddresses;
  rendersByDefault: boolean;
  refusals: Refusals;
  log: Log;
}

export function catalogueRoutes(deps: CatalogueDeps): Omit<Handlers['catalogue'], 'clearAll'> {
  const { db } = deps;
  const at = async (hostname: string): Promise<ManagedVideoDeps> => ({
    ...deps,
    addresses: await deps.addresses.forHost(hostname),
  });
  return {
    list: async (query, { hostname }) => listVideos(await at(hostname), query),
    counts: () => videoCounts(db),
    total: (filter) => countVideos(db, filter),
    get: async ({ id }, { hostname, actor }) =>
      withoutRestricted(await getVideoDetails(await at(hostname), id), actor),
    watch: async ({ id }, { actor, act }) => {
      const row = await getManagedRow(deps, id);
      const { status, hidden_reason: hiddenReason } = row;
      act.changed({ subject: id, after: { status, hiddenReason } });
      return watchVideo(deps, row, actor);
    },
    change: async ({ id, version, ...edit }, { hostname, act }) => {
      await requireAllowed(deps.refusals, {
        title: edit.title,
        description: edit.description,
        tags: edit.tags,
        slug: edit.slug,
      });
      act.changed({ subject: id, ...(await editVideo(deps, { id, version, edit })) });
      return getVideoDetails(await at(hostname), id);
    },
    takeFromSource: async ({ id, ...wanted }, { hostname, act }) => {
      act.changed({ subject: id, ...(await takeFromSource(deps, { id, ...wanted })) });
      return getVideoDetails(await at(hostname), id);
    },
    changeDifferences: async ({ id, fields }, { hostname, act }) => {
      const before = await changeDifferences(db, id, fields);
      act.changed({ subject: id, before: { differences: before }, after: { differences: fields } });
      return getVideoDetails(await at(hostname), id);
    },
    act: async ({ id, seenStatus, ...change }, { hostname, actor, act }) => {
      const order = { id, change, seenStatus, orderedBy: actor.username };
      const done = await actOnVideo(deps, await at(hostname), order);
      act.changed({ subject: id, before: withoutReason(done.before), after: withoutReason(done.after) });
      return { video: done.video, act: done.act } satisfies VideoActed;
    },
    delete: async ({ id, blockFiles }, { actor, act }) => {
      const order = { id, blockFiles: blockFiles === 'true', by: actor.username };
      act.changed({ subject: id, before: await deleteVideo(deps, order) });
      return { id };
    },
    redownload: async ({ id }, { hostname, act }) => {
      await redownloadVideo(deps, id);
      act.changed({ subject: id, after: { status: 'processing' } });
      return getManagedVideo(await at(hostname), id);
    },
    bulkActs: (page) => listBulkActs(db, page),
    bulkAct: ({ id }) => getBulkAct(db, Number(id)),
    startBulkAct: async (order, { actor, act }) => {
      if (order.act === 'add_tags') await requireAllowed(deps.refusals, { tags: order.tags });
      return noted(act, await startBulkAct(deps, order, actor.username));
    },
    startBulkDeletion: async (order, { actor, act }) =>
      noted(act, await startBulkDeletion(deps, order, actor.username)),
    stopBulkAct: async ({ id }, { act }) => noted(act, await stopBulkAct(db, Number(id))),
    undoBulkAct: async ({ id }, { actor, act }) =>
      noted(act, await undoBulkAct(deps, Number(id), actor.username)),
  };
}

/** A reason may name somebody, and the log is never erased; the act's page shows it. */
function withoutReason({ removalReason: _, ...state }: VideoState): VideoState {
  return state;
}

function noted<Done extends { id: string; total: number; totalIsCapped: boolean; done: number }>(
  act: Act,
  done: Done,
): Done {
  const { id, total, totalIsCapped } = done;
  act.changed({ subject: `act ${id}`, after: { total, totalIsCapped, done: done.done } });
  return done;
}

async function listVideos(
  { db, addresses, rendersByDefault }: ManagedVideoDeps,
  { limit, before, ...filter }: ParsedInput<Routes['catalogue']['list']>,
): Promise<ManagedVideos> {
  const page = { limit, before: before === undefined ? undefined : parseKey(before), rendersByDefault };
  const { rows, next, isComplete } = await findVideos(db, filter, page);
  return {
    videos: rows.map((row) => toManagedVideo(row, addresses)),
    next: next ? formatKey(next) : null,
    isComplete,
  };
}
