import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Tests with Apertium are skipped only without apt: with it, script/bootstrap installs Apertium. */
export const hasNoApertium =
  !existsSync('/usr/bin/apt-get') && spawnSync('apertium', ['-l'], { timeout: 30_000 }).status !== 0;
