import type { AdminContext, Handlers } from '@vesper/core/http/mount.ts';
import { changeSetting, type SettingDeps } from './change.ts';

export function settingsRoutes(deps: SettingDeps): Pick<Handlers['settings'], 'change'> {
  return {
    async change({ name, value, version }, { actor, act }: AdminContext) {
      const { before, after } = await changeSetting(deps, { name, value, version, actor });
      act.changed({ subject: name, before: { value: before }, after: { value: after } });
      // Stored: if this fails, the process is notified like the others.
      await deps.refreshSettings().catch(() => {});
      return { message: after === null ? `${name} was reset to its default.` : `${name} is now ${after}.` };
    },
  };
}
