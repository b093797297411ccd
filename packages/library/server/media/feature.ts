import { type AdminSessions, actorOf, standingSessions } from '@vesper/access/sessions';
import type { Db } from '@vesper/core/db/pool.ts';
import { defineFeature } from '@vesper/core/feature.ts';
import { contextOf } from '@vesper/core/http/app.ts';
import type { LeaseTiming } from '@vesper/core/jobs/lease-loop.ts';
import type { Log } from '@vesper/core/lib/log.ts';
import type { Storages } from '@vesper/core/storage/storage.ts';
import type { MediaAddresses } from './delivery/addresses.ts';
import { type DeliveryOptions, mountMediaDelivery } from './delivery/delivery.ts';
import { mountReviews } from './delivery/review.ts';
import { selectFilmToReview } from './files/file-queries.ts';
import { startQuarantineWorker } from './files/quarantine.ts';
import { type FindMedia, mediaRoutes } from './routes.ts';

interface QuarantineWork {
  db: Db;
  storages: Storages;
  log: Log;
  tuning: { quarantine?: Partial<LeaseTiming> | undefined };
}

type DeliveryParts = 'signer' | 'storages' | 'clock' | 'counts' | 'log' | 'domains' | 'crawlers';
type DeliveryDeps = Pick<DeliveryOptions, DeliveryParts> & {
  db: Db;
  config: { delivery: Omit<DeliveryOptions, DeliveryParts | FindsFiles> };
  publicMedia: Pick<DeliveryOptions, FindsFiles>;
  adminSessions: AdminSessions;
};

type FindsFiles = 'findPublicFiles' | 'findVisible';

export const mediaFeature = defineFeature({
  room: 'library/media',
  tables: {
    loose_files: { clearing: 'keeps' },
    quarantine_work: { clearing: 'follows' },
    storage_changes: { clearing: 'keeps' },
    storage_counts: { clearing: 'keeps' },
    stored_files: { clearing: 'follows' },
  },
  calls: ({ addresses, publicMedia }: { addresses: MediaAddresses; publicMedia: { find: FindMedia } }) => ({
    media: mediaRoutes(addresses, publicMedia.find),
  }),
  mount(app, { db, config, publicMedia, adminSessions, ...parts }: DeliveryDeps) {
    const { signer, storages, clock, log } = parts;
    const { findPublicFiles, findVisible } = publicMedia;
    mountMediaDelivery(app, { ...parts, findPublicFiles, findVisible, ...config.delivery });
    mountReviews(app, {
      ...{ signer, storages, clock, log, contextOf },
      findFilm: (videoId) => selectFilmToReview(db, videoId),
      // A request with a token has no session.
      findActor: async ({ session, bearer }) =>
        bearer === undefined ? actorOf(adminSessions, session.token) : undefined,
      findSessions: (sessionIds) => standingSessions(adminSessions, sessionIds),
    });
  },
  start: ({ db, storages, log, tuning }: QuarantineWork) =>
    startQuarantineWorker({ db, storages, log }, tuning.quarantine),
});
