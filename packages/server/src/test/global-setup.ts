import { createTestDatabase, dropAbandonedDatabases, prepareTestServer } from './database.ts';

/** Starts the database server of the test run, makes the template, and stops the server at the end. */
export default async function setup(): Promise<() => Promise<void>> {
  const server = await prepareTestServer();
  await dropAbandonedDatabases();
  await (await createTestDatabase()).drop();
  return () => server.stop();
}
