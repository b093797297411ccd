import type { DmcaRequest, DmcaSummary } from '@vesper/contract';
import { LockOpen } from 'lucide-react';
import type { ReactNode } from 'react';
import { useAdminMutation } from '../../data/use-admin-mutation.ts';
import { Address } from '../../ui/address.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';

interface NoticeCardProps {
  request: DmcaSummary;
  /** Once it was opened. */
  opened: DmcaRequest | undefined;
  onOpen: (request: DmcaRequest) => void;
}

/** The notice as submitted, shown once it is opened, which the audit log records. */
export function NoticeCard({ request, opened, onOpen }: NoticeCardProps) {
  const { run, isRunning } = useAdminMutation({
    run: (client) => client.takedowns.open({ id: request.id }),
    failure: 'The notice could not be opened.',
    onDone: onOpen,
  });
  return (
    <Card
      title="Notice"
      about="Personal data, sealed. Opening it is recorded in the audit log. Use it only for this decision."
      actions={
        <Button icon={LockOpen} isBusy={isRunning} onClick={() => void run()}>
          {opened ? 'Open again' : 'Open the notice'}
        </Button>
      }
    >
      {opened ? (
        <Fields request={opened} />
      ) : (
        <p className="text-sm text-muted">
          Sent by {request.initials || 'a sender whose data was erased'}. {earlierInWords(request)}
        </p>
      )}
    </Card>
  );
}

function earlierInWords({ earlier: { approved, denied } }: Pick<DmcaSummary, 'earlier'>): string {
  return `Earlier requests: ${approved} approved, ${denied} denied.`;
}

function Fields({ request }: { request: DmcaRequest }) {
  const { infringingUrl, complainantEmail, earlier } = request;
  const fields: [string, ReactNode][] = [
    ['Full name', request.complainantName],
    ['Email address', <MailLink key="mail" address={complainantEmail} />],
    ['Physical address', request.complainantAddress],
    ['Phone number', request.complainantPhone],
    ['Copyrighted work', request.copyrightWork],
    ['Infringing material', <AddressText key="address" address={infringingUrl} />],
    ['Additional information', request.additionalInfo],
    ['Good faith statement', request.goodFaithStatement ? 'Made' : 'Not made'],
    ['Accuracy statement', request.accuracyStatement ? 'Made, under penalty of perjury' : 'Not made'],
    ['Signature', request.signature],
    ['Sent to', request.domain],
    ['Earlier requests', `${earlier.approved} approved, ${earlier.denied} denied`],
  ];
  return (
    <dl className="grid grid-cols-[minmax(7rem,auto)_minmax(0,1fr)] gap-x-4 gap-y-2.5 text-sm">
      {fields.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="wrap-anywhere whitespace-pre-line">{value || '-'}</dd>
        </div>
      ))}
    </dl>
  );
}

function MailLink({ address }: { address: string }) {
  return (
    <a className="text-primary-text hover:underline" href={`mailto:${encodeURIComponent(address)}`}>
      <Address text={address} />
    </a>
  );
}

/** Plain text, not a link: a stranger wrote it. */
function AddressText({ address }: { address: string }) {
  return (
    <code className="text-xs">
      <Address text={address} />
    </code>
  );
}
