import { testClip } from './clips.ts';
import { createTestDatabase, dropAbandonedDatabases, prepareTestServer } from './database.ts';

export default async function setup(): Promise<() => Promise<void>> {
  const server = await prepareTestServer();
  await dropAbandonedDatabases();
  await (await createTestDatabase()).drop();
  await testClip('good');
  return () => server.stop();
}
