import { StartError } from '../../kernel/lib/start-error.ts';
import type { Accel } from '../../library/media/index.ts';
import { type Env, oneOf, wholeNumber } from './read-setting.ts';
import type { StorageSettings } from './s3-settings.ts';

/** MEDIA_ACCEL, MEDIA_ACCEL_PREFIX, MEDIA_DIRECT, MEDIA_RATE_LIMIT, MEDIA_CONNECTION_LIMIT. */
export function readDeliverySettings(env: Env, storage: StorageSettings) {
  const isDirect = oneOf('MEDIA_DIRECT', env.MEDIA_DIRECT || 'off', ['off', 'on']) === 'on';
  if (isDirect && !storage.s3)
    throw new StartError('MEDIA_DIRECT is on, but there is no bucket: set S3_BUCKET too.');
  return {
    accel: readAccel(env.MEDIA_ACCEL, env.MEDIA_ACCEL_PREFIX),
    isDirect,
    rateLimit: wholeNumber(env, 'MEDIA_RATE_LIMIT', 0, [0, 100_000_000_000]),
    connectionLimit: wholeNumber(env, 'MEDIA_CONNECTION_LIMIT', 64, [0, 1_000_000]),
  };
}

/** The prefix must not be an address of the site: everything below it belongs to the proxy. */
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
