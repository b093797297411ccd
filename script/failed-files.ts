import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Reporter } from 'vitest/node';

const MOST = 4;
const NOTED = '.cache/failed-files';

/** A reporter that records files with failed tests, unless there are many, or an error belongs to none. */
export default class FailedFiles implements Reporter {
  onTestRunEnd: NonNullable<Reporter['onTestRunEnd']> = (modules, unhandledErrors) => {
    const failed = modules.filter((one) => !['passed', 'skipped'].includes(one.state()));
    if (unhandledErrors.length > 0 || failed.length === 0 || failed.length > MOST) return;
    writeFileSync(NOTED, failed.map(({ moduleId }) => path.relative('.', moduleId)).join('\n'));
  };
}
