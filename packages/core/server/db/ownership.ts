import pg from 'pg';

/**
 * Tables that belong to the owner's role, and the site's rights on them: append to the audit log, and read. Triggers
 * with the owner's rights maintain the list of acts and the end of the chain (docs/decisions/0036-database-roles.md).
 */
const KEPT: Record<string, string> = {
  audit_log: 'select, insert',
  audit_acts: 'select',
  // Locking the row for an append needs the right to change some column: this one can only stay true.
  audit_head: 'select, update (is_only)',
  migrations: 'select',
};
const KEPT_ROUTINES = ['audit_log_to_acts', 'audit_log_moves_head', 'audit_log_stays'];

/**
 * Gives everything in the schemas `public` and `jobs` to the role `site`, except what belongs to `owner`. Idempotent.
 * Call it in a transaction, as a superuser, or as `owner`, who must be a member of `site`.
 */
export async function settleOwnership(
  client: pg.ClientBase,
  { owner, site }: { owner: string; site: string },
): Promise<void> {
  const [toOwner, toSite] = [pg.escapeIdentifier(owner), pg.escapeIdentifier(site)];
  for (const schema of await schemasOf(client)) {
    if (schema.name === 'jobs' && schema.owner !== owner)
      await client.query(`alter schema jobs owner to ${toOwner}`);
    await client.query(`grant usage, create on schema ${schema.name} to ${toSite}`);
  }
  for (const { kind, name, isKept } of await selectMisplaced(client, owner, site))
    await client.query(`alter ${kind} ${name} owner to ${isKept ? toOwner : toSite}`);
  for (const { name } of await selectKept(client)) {
    await client.query(`revoke all on public.${name} from public, ${toSite}`);
    await client.query(`grant ${KEPT[name]} on public.${name} to ${toSite}`);
  }
}

async function schemasOf(client: pg.ClientBase) {
  const { rows } = await client.query<{ name: string; owner: string }>(
    `select nspname as name, nspowner::regrole::text as owner from pg_namespace where nspname in ('public', 'jobs')`,
  );
  return rows;
}

async function selectKept(client: pg.ClientBase) {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relname = any ($1)`,
    [Object.keys(KEPT)],
  );
  return rows;
}

async function selectMisplaced(client: pg.ClientBase, owner: string, site: string) {
  const { rows } = await client.query<{ kind: string; name: string; isKept: boolean }>(
    `with things as (
       select case relkind when 'S' then 'sequence' else 'table' end as kind, oid::regclass::text as name, relowner as has,
         relnamespace = 'public'::regnamespace and relname = any ($1) as kept, 'pg_class'::regclass as class, oid
       from pg_class where relkind in ('r', 'p', 'v', 'm', 'S') and relnamespace = any ($2::text[]::regnamespace[])
       union all
       select 'routine', oid::regprocedure::text, proowner,
         pronamespace = 'public'::regnamespace and proname = any ($3), 'pg_proc'::regclass, oid
       from pg_proc where pronamespace = any ($2::text[]::regnamespace[])
       union all
       select 'type', t.oid::regtype::text, typowner, false, 'pg_type'::regclass, t.oid
       from pg_type t left join pg_class c on c.oid = typrelid
       where typnamespace = any ($2::text[]::regnamespace[]) and (typtype in ('e', 'd') or c.relkind = 'c'))
     select kind, name, kept as "isKept" from things
     where has <> (case when kept then $4 else $5 end)::regrole
       -- A column's sequence follows its table, and an extension's objects are the extension's.
       and not exists (select from pg_depend d
         where d.classid = things.class and d.objid = things.oid
           and (deptype = 'e' or (kind = 'sequence' and deptype in ('a', 'i'))))`,
    [
      Object.keys(KEPT),
      (await schemasOf(client)).map(({ name }) => name),
      KEPT_ROUTINES,
      pg.escapeIdentifier(owner),
      pg.escapeIdentifier(site),
    ],
  );
  return rows;
}
