import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { inject, test } from 'vitest';
import { openVisitor, type Visitor, type VisitorOptions } from './browser.ts';
import { type Harness, startHarness } from './harness.ts';

/** Fails by throwing, or by a complaint left over. */
type Run = (harness: Harness, page: Page, visitor: Visitor) => Promise<void>;
interface Case {
  as?: Partial<VisitorOptions>;
  run: Run;
}
export type Cases = Record<string, Case>;

/** Each case has a visitor and a site of its own; several run at once, since they mostly wait. */
export function testCases(cases: Cases): void {
  test.concurrent.each(Object.entries(cases))('%s', (_name, one) => tryCase(one));
}

/** Fails with all of the browser's complaints. */
async function tryCase({ as, run }: Case): Promise<void> {
  const harness = await startHarness({ media: inject('media') });
  let visitor: Visitor | undefined;
  try {
    visitor = await openVisitor({ origin: harness.origin, isAdult: true, ...as });
    await run(harness, visitor.page, visitor);
    assert.deepEqual(visitor.complaints, []);
  } catch (error) {
    throw new Error(`It failed; the browser said: ${visitor?.complaints.join('\n')}`, { cause: error });
  } finally {
    await visitor?.context.close();
    await harness.close();
  }
}
