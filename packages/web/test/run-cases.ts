import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { closeBrowser, openVisitor, type Visitor, type VisitorOptions } from './browser.ts';
import { type Harness, startHarness } from './harness.ts';

/** One visitor's doings: it fails by throwing, or by a complaint that it does not take out. */
type Run = (harness: Harness, page: Page, visitor: Visitor) => Promise<void>;
export type Cases = Record<string, { as?: Partial<VisitorOptions>; run: Run }>;

/** Runs each case as a visitor with a fresh profile; words on the command line choose the cases that hold them. */
export async function runCases(cases: Cases): Promise<void> {
  const wanted = process.argv.slice(2);
  const harness = await startHarness();
  let failures = 0;
  for (const [name, { as, run }] of Object.entries(cases)) {
    if (wanted.length > 0 && !wanted.some((word) => name.includes(word))) continue;
    failures += await tryCase(harness, name, as ?? {}, run);
  }
  await closeBrowser();
  await harness.close();
  process.exitCode = failures === 0 ? 0 : 1;
}

async function tryCase(
  harness: Harness,
  name: string,
  as: Partial<VisitorOptions>,
  run: Run,
): Promise<number> {
  forget(harness);
  const visitor = await openVisitor({ origin: harness.origin, isAdult: true, ...as });
  visitor.page.setDefaultTimeout(45_000);
  try {
    await run(harness, visitor.page, visitor);
    assert.deepEqual(visitor.complaints, []);
    console.log(`ok   ${name}`);
    return 0;
  } catch (error) {
    const report = error instanceof Error ? error.stack : error;
    console.log(`FAIL ${name}\n${report}\n${visitor.complaints.join('\n')}`);
    return 1;
  } finally {
    await visitor.context.close();
  }
}

/** What one case has asked of the harness is not to reach the next. */
function forget(harness: Harness): void {
  Object.assign(harness, { delayMs: 0, requests: [], isClipGone: false });
  Object.assign(harness.api, {
    signedForSeconds: 3600,
    noticeFailure: undefined,
    calls: [],
    removed: new Set(),
  });
}
