import { expect, it } from 'vitest';
import { environmentOfChildren } from './supervise.ts';

it('gives children a folder for compiled code, and not the right to change tables', () => {
  const env = {
    DATABASE_MIGRATE_URL: 'postgres://owner@localhost/vesper',
    FORMER_DATABASE_URL: 'postgres://x',
    PORT: '3000',
  };
  expect(environmentOfChildren({ dataDir: '/srv/data' }, env)).toEqual({
    NODE_COMPILE_CACHE: '/srv/data/compiled',
    PORT: '3000',
  });
});

it('leaves that folder to the operator', () => {
  const env = { NODE_COMPILE_CACHE: '/var/cache/compiled' };
  expect(environmentOfChildren({ dataDir: '/srv/data' }, env)).toEqual(env);
});
