import { StartError } from '../kernel/lib/start-error.ts';
import type { Accel } from '../library/media/index.ts';
import { oneOf, readWholeNumber } from './read-setting.ts';
import type { StorageSettings } from './s3-settings.ts';

export interface DeliverySettings {
  /** Who sends the bytes of files in the folder. */
  accel: Accel;
  /** Whether files in a bucket are fetched there, by addresses that are good for minutes. */
  isDirect: boolean;
  /** Bytes a second for each visitor's network; 0 is no limit. */
  rateLimit: number;
  /** Films at once for each visitor's network; 0 is no limit. */
  connectionLimit: number;
}

/** MEDIA_ACCEL, MEDIA_ACCEL_PREFIX, MEDIA_DIRECT, MEDIA_RATE_LIMIT, MEDIA_CONNECTION_LIMIT. */
export function readDeliverySettings(
  env: Record<string, string | undefined>,
  storage: StorageSettings,
): DeliverySettings {
  const isDirect = oneOf('MEDIA_DIRECT', env.MEDIA_DIRECT || 'off', ['off', 'on']) === 'on';
  if (isDirect && !storage.s3)
    throw new StartError('MEDIA_DIRECT is on, but there is no bucket to fetch from: set S3_BUCKET as well.');
  return {
    accel: readAccel(env.MEDIA_ACCEL, env.MEDIA_ACCEL_PREFIX),
    isDirect,
    rateLimit: readWholeNumber('MEDIA_RATE_LIMIT', env.MEDIA_RATE_LIMIT, {
      fallback: 0,
      min: 0,
      max: 100_000_000_000,
    }),
    connectionLimit: readWholeNumber('MEDIA_CONNECTION_LIMIT', env.MEDIA_CONNECTION_LIMIT, {
      fallback: 64,
      min: 0,
      max: 1_000_000,
    }),
  };
}

/** The prefix must lead nowhere else: what stands under it is the proxy's, and no visitor's. */
function readAccel(given: string | undefined, givenPrefix: string | undefined): Accel {
  const kind = oneOf('MEDIA_ACCEL', given || 'off', ['off', 'x-accel', 'x-sendfile'] as const);
  const prefix = givenPrefix || '/_files/';
  if (!/^(\/[\w-][\w.-]*)+\/$/.test(prefix) || /^\/(media|assets|api)\//.test(prefix)) {
    throw new StartError(
      `MEDIA_ACCEL_PREFIX is "${prefix}": it must begin and end with a slash and be no address of the site, for example /_files/.`,
    );
  }
  return kind === 'x-accel' ? { kind, prefix } : { kind };
}
