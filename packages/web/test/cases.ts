import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { openVisitor, type Visitor, type VisitorOptions } from './browser.ts';
import { type Harness, startHarness } from './harness.ts';

/** One visitor's doings; it fails by throwing, or by a complaint in the console that it does not take out. */
export interface Case {
  as?: Partial<VisitorOptions>;
  run: (harness: Harness, page: Page, visitor: Visitor) => Promise<void>;
}

/** Runs the cases whose names hold one of the words, or all; each with a fresh profile. */
export async function runCases(cases: Record<string, Case>, words: string[]): Promise<void> {
  const harness = await startHarness();
  for (const [name, { as, run }] of Object.entries(cases)) {
    if (words.length > 0 && !words.some((word) => name.includes(word))) continue;
    harness.api.noticeFailure = undefined;
    harness.api.calls.length = 0;
    const visitor = await openVisitor({ origin: harness.origin, isAdult: true, ...as });
    visitor.page.setDefaultTimeout(15_000);
    try {
      await run(harness, visitor.page, visitor);
      assert.deepEqual(visitor.complaints, []);
      console.log(`ok   ${name}`);
    } catch (error) {
      process.exitCode = 1;
      console.log(`FAIL ${name}`, error, visitor.complaints.join('\n'));
    } finally {
      await visitor.context.close();
    }
  }
  await harness.close();
}
