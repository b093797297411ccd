import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files of tests that take a minute or more, the longest first: one that began last would be waited for alone. */
const LONG = ['crash.e2e.ts', 'web.e2e.ts', 'looks.e2e.ts', 'crawler/crawler.db.test.ts'];

/** Starts the long ones first, and the others in Vitest's own order. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification) => {
      const place = LONG.findIndex((name) => moduleId.endsWith(name));
      return place < 0 ? LONG.length : place;
    };
    return (await super.sort(files)).toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}
