import type { DmcaRequest } from '@vesper/contract';
import type { ReactNode } from 'react';
import { Address } from '../../ui/address.tsx';
import { Card } from '../../ui/card.tsx';

/** The notice as submitted, every field (specification, section 3). */
export function NoticeCard({ request }: { request: DmcaRequest }) {
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
    <Card title="Notice" about="Address and phone number are personal data. Use them only for this decision.">
      <dl className="grid grid-cols-[minmax(7rem,auto)_minmax(0,1fr)] gap-x-4 gap-y-2.5 text-sm">
        {fields.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="wrap-anywhere whitespace-pre-line">{value || '-'}</dd>
          </div>
        ))}
      </dl>
    </Card>
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
