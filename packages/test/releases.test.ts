import { globSync, readFileSync } from 'node:fs';
import { readMigrations } from '@vesper/core/db/migrate.ts';
import { versionOfVesper } from '@vesper/core/lib/vesper-version.ts';
import { expect, test } from 'vitest';
import { readReleases, releasedVersions, releaseFaults } from './releases.ts';

test('every released version has test data, and no other', async () => {
  const kept = (await readReleases()).map(({ version }) => version);
  expect(releaseFaults({ kept, released: releasedVersions(), version: versionOfVesper() })).toEqual([]);
  expect(kept[0]).toBe('1.0.0');
});

const PACKAGES = new URL('..', import.meta.url);

test.each(globSync('*/package.json', { cwd: PACKAGES }))('%s has the same version', (name) => {
  expect(JSON.parse(readFileSync(new URL(name, PACKAGES), 'utf8'))).toMatchObject({
    version: versionOfVesper(),
  });
});

test('each dump has its version, a row in every table, and the current first migrations', async () => {
  const known = readMigrations().map(({ name, sha256 }) => ({ name, sha256 }));
  for (const { version, manifest, reads } of await readReleases()) {
    expect(manifest.vesper).toBe(version);
    expect(manifest.tables.filter(({ rows }) => rows === 0)).toEqual([]);
    expect(manifest.migrations).toEqual(known.slice(0, manifest.migrations.length));
    expect(reads.length).toBeGreaterThan(50);
  }
});
