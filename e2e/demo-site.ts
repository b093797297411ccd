/** One demo site for all end-to-end tests that only look at it, with the awkward cases that its source lacks. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { type Awkward, makeAwkwardData, withDatabase } from './awkward-data.ts';
import { makeDeskData } from './desk-data.ts';
import { startProgram } from './programs.ts';

/** What the tests are given. */
export interface DemoSite {
  /** Its address, without a slash at the end. */
  site: string;
  dataDir: string;
  awkward: Awkward;
}

declare module 'vitest' {
  export interface ProvidedContext {
    demo: DemoSite;
  }
}

/** E2E_DATA_DIR names a folder that is kept: while one works on a test, the next start is quick. */
export default async function startDemoSite(project: TestProject): Promise<() => Promise<void>> {
  const kept = process.env.E2E_DATA_DIR;
  const dataDir = kept ? path.resolve(kept) : await mkdtemp(path.join(tmpdir(), 'vesper-e2e-'));
  // Streams would be made all the while; play.e2e.ts has its own.
  const env = { DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1', HLS: 'off', TRANSLATOR: 'apertium' };
  const demo = startProgram(['script/demo.ts'], env);
  const [, site = ''] = await demo.until(/The site is ready: (\S+)/, 580_000);
  project.provide('demo', { site, dataDir, awkward: await makeAwkwardData(dataDir) });
  await withDatabase(dataDir, makeDeskData);
  return async () => {
    const code = await demo.stop();
    if (!kept) await rm(dataDir, { recursive: true, force: true });
    if (code !== 0) throw new Error(`The demo ended with ${code}:\n${demo.output()}`);
  };
}
