import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

const LOG = new URL('./log.ts', import.meta.url).href;

test('fields named like secrets are redacted', () => {
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

test('lines of a request have its id, and what outlives it none', () => {
  const program = `import { createLog } from '${LOG}';
    import { withRequestId, withoutRequestId } from '${new URL('./request-id.ts', import.meta.url).href}';
    const log = createLog('info').child({ job: 'spin' });
    withRequestId('one', () => setTimeout(() => log.info('In it.')));
    withRequestId('two', () => withoutRequestId(() => setTimeout(() => log.info('Beside it.'), 20)));`;
  const lines = execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
  const [within, beside] = lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(within).toMatchObject({ msg: 'In it.', job: 'spin', requestId: 'one' });
  expect(beside).toEqual(expect.not.objectContaining({ requestId: expect.anything() }));
});
