import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ServerBuild } from '@vesper/core/db/embedded.ts';

/** Installed by script/bootstrap --tests. */
export const OLDER_VERSIONS = ['15', '16', '17'];

const BUILDS = fileURLToPath(new URL('../../.cache/postgres', import.meta.url));

/** Debian's build, which is stricter in places, else npm's; with a locale like the embedded server's. */
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
