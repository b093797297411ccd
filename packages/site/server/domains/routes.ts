import type { DomainConfig } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import type { Handlers } from '@vesper/core/http/mount.ts';
import { type RefusedWords, requireAllowed } from '@vesper/core/lib/text/refused-words.ts';
import { type DomainDirectory, ensureDefaultDomain } from './domains.ts';
import { removePicture, uploadPicture } from './pictures.ts';
import { selectDomains } from './queries.ts';
import { createDomain, findDomain, removeDomainById, replaceDomain } from './settings.ts';
import { domainConfig, domainView } from './view.ts';

export function domainRoutes(domains: DomainDirectory): Handlers['domains'] {
  return { config: (_input, context) => domains.configFor(context.hostname) };
}

export function domainSettingsRoutes(db: Db, refusals: RefusedWords): Handlers['domainSettings'] {
  return {
    list: async () => {
      await ensureDefaultDomain(db);
      return (await selectDomains(db)).map(domainView);
    },
    get: async ({ id }) => domainView(await findDomain(db, id)),
    create: async ({ config }, { act }) => {
      await requireAllowed(refusals, { 'config.keywords': config.keywords });
      const row = await createDomain(db, config);
      act.changed({ subject: row.domain, after: domainConfig(row) });
      return domainView(row);
    },
    change: async ({ id, ...change }, { act }) => {
      await requireAllowed(refusals, { 'config.keywords': change.config.keywords });
      const { before, after } = await replaceDomain(db, id, change);
      act.changed({ subject: after.domain, ...differences(domainConfig(before), domainConfig(after)) });
      return domainView(after);
    },
    remove: async ({ id, version }, { act }) => {
      const row = await removeDomainById(db, id, version);
      act.changed({ subject: row.domain, before: domainConfig(row) });
      return { message: `The domain ${row.domain} was removed. The default domain now serves its name.` };
    },
    uploadPicture: async (wanted, { readFile, act }) => {
      const row = await uploadPicture(db, wanted, readFile);
      act.changed({ subject: row.domain, after: row.pictures });
      return domainView(row);
    },
    removePicture: async (wanted, { act }) => {
      const row = await removePicture(db, wanted);
      act.changed({ subject: row.domain, after: row.pictures });
      return domainView(row);
    },
  };
}

function differences(before: DomainConfig, after: DomainConfig): { before: object; after: object } {
  const changed = (Object.keys(after) as (keyof DomainConfig)[]).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  const only = (config: DomainConfig) => Object.fromEntries(changed.map((name) => [name, config[name]]));
  return { before: only(before), after: only(after) };
}
