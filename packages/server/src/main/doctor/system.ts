import { access, constants } from 'node:fs/promises';
import { runsOffline } from '../../kernel/lib/run-process.ts';
import { type Finding, failed, ok, warning } from './finding.ts';

const OLDEST_NODE = 24;

export function checkNode(version = process.versions.node): Finding {
  if (Number.parseInt(version, 10) >= OLDEST_NODE) return ok('Node', `Node ${version} runs this.`);
  const todo = `Start through script/server, which brings Node ${OLDEST_NODE} along, or put a newer Node first in the PATH.`;
  return failed('Node', `Node ${version} runs this, which is older than ${OLDEST_NODE}.`, todo);
}

/** What holds ffmpeg and yt-dlp to their limits; Linux only. */
export async function checkLimits(
  prlimit = '/usr/bin/prlimit',
  platform = process.platform,
): Promise<Finding[]> {
  if (platform !== 'linux') {
    const found = 'On this system the programs that read videos run without limits of time and memory.';
    return [warning('Limits', found, 'Run the worker on Linux if videos come from strangers.')];
  }
  const isThere = await access(prlimit, constants.X_OK).then(
    () => true,
    () => false,
  );
  if (!isThere) {
    const found = `${prlimit} is missing, without which neither ffmpeg nor yt-dlp is started.`;
    return [failed('Limits', found, 'Install the package util-linux.')];
  }
  return [
    ok('Limits', 'prlimit holds ffmpeg and yt-dlp to their limits of time and memory.'),
    checkOffline(),
  ];
}

function checkOffline(): Finding {
  if (runsOffline()) return ok('Offline', 'ffmpeg runs without any network.');
  const found =
    'ffmpeg cannot be cut off from the network here; that it reads local files only is all that holds it.';
  const todo =
    'Allow user namespaces (for example with the setting kernel.unprivileged_userns_clone=1), or run the worker as root.';
  return warning('Offline', found, todo);
}
