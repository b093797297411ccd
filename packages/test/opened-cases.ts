import type { Db } from '@vesper/core/db/pool.ts';
import type { MailOutbox } from '@vesper/core/db/schema.ts';
import type { RowKeys } from '@vesper/core/db/sealed/row-keys.ts';
import type { Selectable } from 'kysely';
import { openCaseMail } from '../notices/server/cases/mails/put-mail.ts';

interface Sealed {
  db: Db;
  keys: RowKeys;
}

/** The outbox in order, sealed mails opened. */
export async function openedMails({ db, keys }: Sealed, kind?: string): Promise<Selectable<MailOutbox>[]> {
  const query = db.selectFrom('mail_outbox').selectAll().orderBy('created_at').orderBy('kind');
  const rows = await query
    .$if(kind !== undefined, (some) => some.where('kind', '=', kind as string))
    .execute();
  return Promise.all(
    rows.map(async (row) => {
      const text = row.case_id && row.sealed && (await openCaseMail({ db, keys }, row.case_id, row.sealed));
      return text ? { ...row, ...JSON.parse(text) } : row;
    }),
  );
}
