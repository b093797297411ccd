import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/**
 * Whether tests with Apertium are left out: where it is not installed, on a system that has no package of it. Where
 * there is apt, script/bootstrap installs it, and a test without it fails.
 */
export const hasNoApertium =
  !existsSync('/usr/bin/apt-get') && spawnSync('apertium', ['-l'], { timeout: 30_000 }).status !== 0;
