import type pg from 'pg';

/** What is in the schema public, a line each; of views their columns, since versions print a view's query differently. */
export async function describeSchema(client: pg.ClientBase | pg.Pool): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(`
    with relations as (
      select oid, relname, relkind, reloptions from pg_class where relnamespace = 'public'::regnamespace)
    select concat_ws(' ', 'column', relname, attname, format_type(atttypid, atttypmod),
        case when attnotnull then 'not null' end, attgenerated, pg_get_expr(d.adbin, d.adrelid)) as line
      from relations r join pg_attribute a on a.attrelid = r.oid and attnum > 0 and not attisdropped
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where relkind in ('r', 'v', 'p')
    union all select concat_ws(' ', relkind, relname, reloptions::text) from relations
    union all select pg_get_indexdef(oid) from relations where relkind = 'i'
    union all select concat_ws(' ', relname, conname, pg_get_constraintdef(c.oid))
      from pg_constraint c join relations r on r.oid = conrelid where contype <> 'n'
    union all select pg_get_triggerdef(t.oid) from pg_trigger t join relations r on r.oid = tgrelid
      where not tgisinternal
    union all select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace
    order by 1`);
  return rows.map(({ line }) => line);
}
