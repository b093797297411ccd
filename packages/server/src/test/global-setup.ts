import { testClip } from './clips.ts';
import { createTestDatabase, dropAbandonedDatabases, prepareTestServer } from './database.ts';

/** Starts the database server of the test run, makes the template and the clip, and stops the server at the end. */
export default async function setup(): Promise<() => Promise<void>> {
  const server = await prepareTestServer();
  await dropAbandonedDatabases();
  await (await createTestDatabase()).drop();
  await testClip('good');
  return () => server.stop();
}
