import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { inject } from 'vitest';
import type { Awkward } from './awkward-data.ts';

/** Provided to the tests of the demo site. */
export interface DemoSite {
  /** Its address, without a slash at the end. */
  site: string;
  dataDir: string;
  awkward: Awkward;
}

/** Whether it started, or why not. */
export type DemoOutcome = { site: DemoSite } | { error: string };

declare module 'vitest' {
  export interface ProvidedContext {
    /** The file that holds the `DemoOutcome` once the demo has started. */
    demoReport: string;
  }
}

/** The shared demo site, as soon as it is ready. */
export async function demoSite(): Promise<DemoSite> {
  const report = inject('demoReport');
  while (!existsSync(report)) await pause(250);
  const outcome: DemoOutcome = JSON.parse(readFileSync(report, 'utf8'));
  if ('error' in outcome) throw new Error(`The demo did not start: ${outcome.error}`);
  return outcome.site;
}
