import type { WorkingSetting } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { type Actor, requireConfirmed } from '@vesper/core/http/mount.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import type { Clock } from '@vesper/core/lib/clock.ts';
import { refuseOutdated } from '@vesper/core/lib/refuse-outdated.ts';
import { lockSetting, upsertSetting } from './queries.ts';

export interface SettingDeps {
  db: Db;
  clock: Clock;
  config: {
    given: ReadonlyMap<string, string>;
  };
  /** A sentence, or undefined. */
  settingProblem: (name: WorkingSetting, value: string) => string | undefined;
  /** Given the stored values, whether the change deletes something for good. */
  deletesForGood: (name: WorkingSetting, from: string | null, to: string | null) => boolean;
  /** In this process; the others are notified. */
  refreshSettings: () => Promise<unknown>;
}

interface Change {
  name: WorkingSetting;
  /** Null for the default. */
  value: string | null;
  version?: number | undefined;
  actor: Actor;
}

/** Returns the stored values. Throws bad_request, conflict, or password_required if it cannot be undone. */
export async function changeSetting(
  { db, clock, config, settingProblem, deletesForGood }: Omit<SettingDeps, 'refreshSettings'>,
  { name, value, version, actor }: Change,
): Promise<{ before: string | null; after: string | null }> {
  if (config.given.has(name))
    throw new AppError(
      'conflict',
      `${name} is set in the environment, which takes precedence. Remove it there and restart the site to change it here.`,
    );
  const written = value?.trim() || null;
  const problem = written === null ? undefined : settingProblem(name, written);
  if (problem) throw new AppError('bad_request', problem);
  return db.transaction().execute(async (tx) => {
    const former = await lockSetting(tx, name);
    refuseOutdated(
      version,
      former?.version ?? 0,
      'Another administrator has changed this setting since you opened it, so nothing was saved. Reload to see the changes.',
    );
    const before = former?.value ?? null;
    if (deletesForGood(name, before, written)) requireConfirmed(actor);
    if (before !== written)
      await upsertSetting(tx, { name, value: written, by: actor.username, now: clock.now() });
    return { before, after: written };
  });
}
