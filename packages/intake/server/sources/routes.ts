import type { VideoSource } from '@vesper/contract';
import type { Act, Handlers } from '@vesper/core/http/mount.ts';
import { changeSource, createSource, endPauses, getSource, listSources, type Sources } from './sources.ts';

/** Reading belongs to the crawler, deleting to `withdrawal`. */
export function sourceRoutes(
  sources: Sources,
  lookAt: (source: VideoSource) => Promise<unknown>,
): Omit<Handlers['sources'], 'delete' | 'dryRun' | 'look' | 'tryRules'> {
  return {
    list: () => listSources(sources),
    get: ({ id }) => getSource(sources, id),
    create: async (input, { act }) => {
      const source = await createSource(sources, input);
      act.changed({ subject: source.name, after: auditedSource(source) });
      if (!input.look) return source;
      await lookAt(source);
      return getSource(sources, source.id);
    },
    change: async ({ look, ...changes }, { actor, act }) => {
      const before = await getSource(sources, changes.id);
      const after = await changeSource(sources, { ...changes, actor });
      recordChange(act, before, after);
      if (!look) return after;
      await lookAt(after);
      return getSource(sources, after.id);
    },
    endPauses: async ({ id }, { act }) => {
      const source = await endPauses(sources, id);
      act.changed({ subject: source.name });
      return source;
    },
  };
}

export function auditedSource(source: VideoSource): Record<string, unknown> {
  const { name, baseUrl, kind, enabled, dailyQuota, delivery, renditions, categoryMap } = source;
  const { pageRules, crawlDelayMs, concurrency, hosts, basis } = source;
  return {
    ...{ name, baseUrl, kind, enabled, dailyQuota, delivery, renditions, categoryMap },
    ...{ pageRules, crawlDelayMs, concurrency, hosts, basis: basis?.basis ?? null },
  };
}

function recordChange(act: Act, before: VideoSource, after: VideoSource): void {
  const [former, present] = [auditedSource(before), auditedSource(after)];
  const changed = Object.keys(present).filter(
    (name) => JSON.stringify(former[name]) !== JSON.stringify(present[name]),
  );
  const only = (fields: Record<string, unknown>) =>
    Object.fromEntries(changed.map((name) => [name, fields[name]]));
  act.changed({ subject: after.name, before: only(former), after: only(present) });
}
