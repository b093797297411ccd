import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Tests with Apertium are skipped only without apt: where there is apt, script/bootstrap installs it. */
export const hasNoApertium =
  !existsSync('/usr/bin/apt-get') && spawnSync('apertium', ['-l'], { timeout: 30_000 }).status !== 0;
