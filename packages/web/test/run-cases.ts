import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { closeBrowser, openVisitor, type Visitor, type VisitorOptions } from './browser.ts';
import { type Harness, startHarness } from './harness.ts';
import { makeMedia } from './make-media.ts';

/** One visitor's doings: it fails by throwing, or by a complaint that it does not take out. */
type Run = (harness: Harness, page: Page, visitor: Visitor) => Promise<void>;
interface Case {
  as?: Partial<VisitorOptions>;
  run: Run;
}
export type Cases = Record<string, Case>;

/** So many cases go on at a time: much of what they do is waiting. Those that wait longest are best named first. */
const AT_ONCE = 3;

/**
 * Runs each case as a visitor of their own, against a site of its own; words on the command line choose the cases
 * that hold them. Those that fail are tried once more at the end, each alone, as a machine may be too busy for what
 * they wait for; their first faults are told too.
 */
export async function runCases(cases: Cases): Promise<void> {
  const wanted = process.argv.slice(2);
  const chosen = Object.keys(cases).filter(
    (name) => wanted.length === 0 || wanted.some((word) => name.includes(word)),
  );
  if (chosen.length === 0) throw new Error(`No case has any of these words: ${wanted.join(' ')}`);
  const media = makeMedia();
  const tell = async (name: string, failure: 'again' | 'FAIL') => {
    const fault = await faultOf(cases[name]!, media.folder);
    console.log(fault ? `${failure} ${name}\n${fault}` : `ok   ${name}`);
    return !fault;
  };
  const left = chosen.values();
  const failed: string[] = [];
  const runOn = async () => {
    for (const name of left) if (!(await tell(name, 'again'))) failed.push(name);
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, runOn));
    for (const name of failed) if (!(await tell(name, 'FAIL'))) process.exitCode = 1;
  } finally {
    await closeBrowser();
    media.remove();
  }
}

/** What went wrong, with everything that the browser complained of; nothing if all went well. */
async function faultOf({ as, run }: Case, media: string): Promise<string | undefined> {
  const harness = await startHarness({ media });
  let visitor: Visitor | undefined;
  try {
    visitor = await openVisitor({ origin: harness.origin, isAdult: true, ...as });
    visitor.page.setDefaultTimeout(45_000);
    await run(harness, visitor.page, visitor);
    assert.deepEqual(visitor.complaints, []);
    return undefined;
  } catch (error) {
    const report = error instanceof Error ? error.stack : error;
    return `${report}\n${visitor?.complaints.join('\n')}`;
  } finally {
    await visitor?.context.close();
    await harness.close();
  }
}
