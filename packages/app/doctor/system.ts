import { access, constants } from 'node:fs/promises';
import { runsOffline } from '@vesper/core/lib/run-process.ts';
import { type Finding, failed, ok, warning } from './finding.ts';

const OLDEST_NODE = 24;

export function checkNode(version = process.versions.node): Finding {
  if (Number.parseInt(version, 10) >= OLDEST_NODE) return ok('Node', `Node ${version} runs this.`);
  const todo = `Start with script/server, which includes Node ${OLDEST_NODE}, or put a newer Node first in the PATH.`;
  return failed('Node', `This runs on Node ${version}, which is older than ${OLDEST_NODE}.`, todo);
}

export async function checkLimits(
  prlimit = '/usr/bin/prlimit',
  platform = process.platform,
): Promise<Finding[]> {
  if (platform !== 'linux') {
    const found = 'On this system the programs that read videos run without time and memory limits.';
    return [warning('Limits', found, 'Run the worker on Linux if you do not trust the sources.')];
  }
  const isThere = await access(prlimit, constants.X_OK).then(
    () => true,
    () => false,
  );
  if (!isThere) {
    const found = `${prlimit} is missing; without it neither ffmpeg nor yt-dlp starts.`;
    return [failed('Limits', found, 'Install the package util-linux.')];
  }
  return [ok('Limits', 'prlimit limits the time and memory of ffmpeg and yt-dlp.'), checkOffline()];
}

function checkOffline(): Finding {
  if (runsOffline()) return ok('Offline', 'ffmpeg runs without network access.');
  const found =
    'ffmpeg cannot be cut off from the network here; its only protection is that it reads only local files.';
  const todo =
    'Allow user namespaces (for example with the setting kernel.unprivileged_userns_clone=1), or run the worker as root.';
  return warning('Offline', found, todo);
}
