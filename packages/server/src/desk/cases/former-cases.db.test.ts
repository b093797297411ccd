import pg from 'pg';
import { expect, test } from 'vitest';
import { migrate, readMigrations } from '../../kernel/db/migrate.ts';
import { createTestDatabase } from '../../test/database.ts';

const before = (name: string) => readMigrations().filter((migration) => migration.name < name);

async function withEmptyDatabase(use: (client: pg.Client) => Promise<void>): Promise<void> {
  const database = await createTestDatabase();
  const name = `${database.connection.database}_former`;
  const superuser = new pg.Client(database.superuser);
  await superuser.connect();
  await superuser.query(`create database ${name}`);
  const client = new pg.Client({ ...database.superuser, database: name });
  try {
    await client.connect();
    await use(client);
  } finally {
    await client.end();
    await superuser.query(`drop database ${name} with (force)`);
    await superuser.end();
    await database.drop();
  }
}

test.each([false, true])(
  'what was approved before there were cases can be answered for two weeks (closed meanwhile: %s)',
  (isClosed) =>
    withEmptyDatabase(async (client) => {
      await migrate(client, { known: before('0025') });
      await client.query(`
      insert into dmca_requests (id, complainant_name, complainant_email, complainant_address, copyright_work,
        infringing_url, signature, good_faith_statement, accuracy_statement, status, submitted_at, responded_at)
      select id, 'A', 'a@films.example', 'B', 'C', 'https://site.example/', 'A', true, true, 'approved',
        now() - days * interval '1 day', now() - days * interval '1 day'
      from (values ('old', 300), ('late', 170), ('new', 10)) as made (id, days)`);
      await migrate(client, { known: before('0037') });
      if (isClosed) {
        await client.query(`update case_clocks set ended_at = now(), ending = 'fired' where case_id = 'old'`);
        await client.query(`update cases set closed_at = now(), due_at = null where id = 'old'`);
      }
      await migrate(client);
      const { rows } = await client.query(`
      select c.id, round(extract(epoch from k.due_at - now()) / 86400)::int as days, k.due_at = c.due_at as is_due,
        c.closed_at, k.ending
      from cases c join case_clocks k on k.case_id = c.id and k.name = 'counter_term' order by 2, 1`);
      const running = { is_due: true, closed_at: null, ending: null };
      expect(rows).toEqual([
        { id: 'late', days: 14, ...running },
        { id: 'old', days: 14, ...running },
        { id: 'new', days: 170, ...running },
      ]);
    }),
);

test('a confirmed counter-notice that lacks something, whose time had run out, ends after 60 days more', () =>
  withEmptyDatabase(async (client) => {
    await migrate(client, { known: before('0055') });
    await client.query(`
      insert into cases (id, kind, state, received_at, confirmed_at)
      select kind || ' ' || state, kind, state, now() - interval '90 days', now() - interval '90 days'
      from (values ('counter_notice', 'incomplete'), ('counter_notice', 'open'), ('copyright', 'incomplete')) as made (kind, state)`);
    await client.query(`
      insert into case_clocks (case_id, name, started_at, due_at, ended_at, ending)
      select id, 'lapse', received_at, received_at + interval '60 days', now(), 'fired' from cases`);
    await migrate(client);
    const { rows } = await client.query(`
      select case_id as id, round(extract(epoch from due_at - now()) / 86400)::int as days, ending
      from case_clocks order by case_id`);
    expect(rows).toEqual([
      { id: 'copyright incomplete', days: -30, ending: 'fired' },
      { id: 'counter_notice incomplete', days: 60, ending: null },
      { id: 'counter_notice open', days: -30, ending: 'fired' },
    ]);
  }));
