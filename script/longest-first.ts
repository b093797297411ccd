import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files of tests that take longer than the rest, the longest first: one that began last would be waited for alone. */
const LONG = [
  'crash.e2e.ts',
  'web.e2e.ts',
  'e2e/looks.e2e.ts',
  'admin-looks.e2e.ts',
  'crawler/crawler.db.test.ts',
  'catalogue/bulk-acts.db.test.ts',
  'pipeline/duplicates.db.test.ts',
  'media/pictures.test.ts',
  'media/film.test.ts',
  'media/pictures-of-real-files.test.ts',
];

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
