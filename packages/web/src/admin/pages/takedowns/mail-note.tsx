import { MOST_MAILS_COUNTED, type Outbox, routes } from '@vesper/contract';
import { Mail } from 'lucide-react';
import { countText } from '../../../ui/format.ts';
import { useAdminQuery } from '../../data/calls.ts';

const POLL_MS = 30_000;

/** Mails to complainants that are stuck, and why. Hidden if none are. */
export function MailNote() {
  const { data } = useAdminQuery(routes.mails.outbox, {}, { pollMs: POLL_MS });
  const sentences = data ? formatOutbox(data) : [];
  if (sentences.length === 0) return null;
  return (
    <p className="mb-3 flex items-start gap-2 rounded-xl border border-warn p-3 text-sm">
      <Mail aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0">{sentences.join(' ')}</span>
    </p>
  );
}

function formatOutbox({ isSetUp, waiting, failed }: Outbox): string[] {
  return [
    ...(isSetUp || waiting === 0
      ? []
      : [`No mail server is set up (SMTP_URL): ${mails(waiting)} in the outbox until there is one.`]),
    ...(failed === 0 ? [] : [`${mailCount(failed)} could not be sent; "script/vesper mail list" says why.`]),
  ];
}

function mails(count: number): string {
  return `${mailCount(count)} ${count === 1 ? 'waits' : 'wait'}`;
}

function mailCount(count: number): string {
  return countText(count, 'mail', count >= MOST_MAILS_COUNTED);
}
