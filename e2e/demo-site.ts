/**
 * One demo site for all end-to-end tests that only read it, with the awkward cases that its source lacks. It starts
 * during the first tests, which have their own sites; the others wait for it with `demoSite`.
 */
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { makeDeskData } from '../packages/test/desk-data.ts';
import { makeAwkwardData, withDatabase } from './awkward-data.ts';
import type { DemoOutcome } from './demo.ts';
import { startProgram } from './programs.ts';

/** E2E_DATA_DIR names a folder to keep, so that the next start is fast while working on a test. */
export default async function startDemoSite(project: TestProject): Promise<() => Promise<void>> {
  const kept = process.env.E2E_DATA_DIR;
  const folder = await mkdtemp(path.join(tmpdir(), 'vesper-e2e-'));
  const dataDir = kept ? path.resolve(kept) : path.join(folder, 'data');
  const report = path.join(folder, 'demo.json');
  // Streams would keep the worker busy; play.e2e.ts has its own.
  const env = {
    ...{ DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1', HLS: 'off', TRANSLATOR: 'apertium' },
    ...{ DEMO_SMALL: '1', DEMO_CLIPS_DIR: '.cache/demo-clips-small' },
  };
  const demo = startProgram(['script/demo.ts'], env);
  const coming = demo.until(/The site is ready: (\S+)/, 1_500_000).then(async ([, site = '']) => {
    const awkward = await makeAwkwardData(dataDir);
    await withDatabase(dataDir, makeDeskData);
    return { site, dataDir, awkward };
  });
  const told = coming.then(
    (site) => tell(report, { site }),
    (error: unknown) => tell(report, { error: String(error) }),
  );
  project.provide('demoReport', report);
  return async () => {
    const code = await demo.stop();
    await told;
    await rm(folder, { recursive: true, force: true });
    if (code !== 0) throw new Error(`The demo ended with ${code}:\n${demo.output()}`);
  };
}

/** Written atomically, since the tests poll for it. */
async function tell(report: string, outcome: DemoOutcome): Promise<void> {
  await writeFile(`${report}.new`, JSON.stringify(outcome));
  await rename(`${report}.new`, report);
}
