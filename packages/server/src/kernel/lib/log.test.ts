import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

const LOG = new URL('./log.ts', import.meta.url).href;

test('fields that are named like secrets are cut out of the log', () => {
  const names = ['password', 'secret', 'token', 'cookie', 'authorization'];
  const fields = {
    ...Object.fromEntries(names.map((name) => [name, 'hidden'])),
    mail: { password: 'hidden' },
    bucket: { secretAccessKey: 'hidden', name: 'films' },
  };
  const program = `import { createLog } from '${LOG}'; createLog('info').info(${JSON.stringify(fields)}, 'A line.')`;
  const line = execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
  expect(line).not.toContain('hidden');
  expect(JSON.parse(line)).toMatchObject({ bucket: { name: 'films' }, msg: 'A line.', token: '[cut]' });
});
