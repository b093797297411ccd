import { expect, test } from 'vitest';
import { startTestBucket } from '../test/s3-server.ts';
import { watchBackups } from './backup-state.ts';
import { readConfig } from './config.ts';

test('the bucket of backups is asked again and again through one client', async () => {
  const bucket = await startTestBucket();
  const env = Object.entries(bucket.env).map(([name, value]) => [name.replace('S3_', 'BACKUP_S3_'), value]);
  const state = watchBackups(readConfig({ DATA_DIR: '/tmp', ...Object.fromEntries(env) }, '/'));
  for (let n = 0; n < 5; n += 1) expect(await state()).toMatchObject({ newestAt: null });
  expect(await bucket.countConnections()).toBe(1);
  await bucket.close();
});
