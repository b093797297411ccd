import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ServerBuild } from '../kernel/db/embedded.ts';

/** The versions that are promised beside the embedded one; script/bootstrap --tests brings their programs. */
export const OLDER_VERSIONS = ['15', '16', '17'];

const BUILDS = fileURLToPath(new URL('../../../../.cache/postgres', import.meta.url));

/**
 * The build of an older version: the system's own with the latest minor version, which is stricter in places, else
 * the npm registry's. With the locale that comes nearest to the embedded server's.
 */
export function olderBuild(version: string): ServerBuild {
  const places = [
    { folder: path.join(BUILDS, 'debian'), bin: `usr/lib/postgresql/${version}/bin` },
    { folder: path.join(BUILDS, `node_modules/postgres-${version}/native`), bin: 'bin' },
  ];
  const place = places.find(({ folder, bin }) => existsSync(path.join(folder, bin, 'initdb')));
  if (!place)
    throw new Error(
      `There is no PostgreSQL ${version} in .cache/postgres: script/bootstrap --tests brings it.`,
    );
  return { ...place, localeOptions: ['--locale=C.UTF-8'], major: version };
}
