import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

test('every thread of a process gives way, and so does what it starts', () => {
  const program = `
    import { spawnSync } from 'node:child_process';
    import { readdirSync } from 'node:fs';
    import { readFile } from 'node:fs/promises';
    import os from 'node:os';
    import { lowerPriority } from ${JSON.stringify(new URL('./low-priority.ts', import.meta.url).href)};
    await readFile('/proc/self/stat');
    lowerPriority(5);
    const threads = readdirSync('/proc/self/task').map((thread) => os.getPriority(Number(thread)));
    const child = spawnSync(process.execPath, ['-p', 'os.getPriority()'], { encoding: 'utf8' });
    console.log(JSON.stringify([[...new Set(threads)], threads.length > 1, child.stdout.trim()]));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
  });
  expect([stdout.trim(), stderr]).toEqual([JSON.stringify([[5], true, '5']), '']);
});
