import { execFileSync, spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

const PROGRAMS = new URL('./programs.ts', import.meta.url);
const LOG = new URL('../../kernel/lib/log.ts', import.meta.url);
const START = `
  const { requirePrograms } = await import(${JSON.stringify(PROGRAMS)});
  const { createLog } = await import(${JSON.stringify(LOG)});
  await requirePrograms(createLog('warn', { process: 'worker' }));
`;
const NO_NETWORKS = 'echo 0 > /proc/sys/user/max_net_namespaces && exec "$@"';
const WITHIN = ['--user', '--map-root-user', 'sh', '-c', NO_NETWORKS, 'sh'];

test.skipIf(spawnSync('/usr/bin/unshare', [...WITHIN, 'true']).status !== 0)(
  'a worker says in one line at its start that ffmpeg keeps the network',
  () => {
    const node = [process.execPath, '--input-type=module', '--eval', START];
    const said = execFileSync('/usr/bin/unshare', [...WITHIN, ...node], { encoding: 'utf8' });
    expect(said).toMatch(/^\{"level":40,.*ffmpeg cannot be cut off from the network here.*\}\n$/);
  },
);
