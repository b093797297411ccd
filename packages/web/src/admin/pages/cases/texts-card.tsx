import type { CaseDetails, CaseTexts } from '@vesper/contract';
import { LockOpen } from 'lucide-react';
import { useState } from 'react';
import { useAdminMutation } from '../../data/use-admin-mutation.ts';
import { Address } from '../../ui/address.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Moment } from '../../ui/moment.tsx';

const WORDS: Readonly<Record<string, string>> = {
  submission: 'Notice',
  supplement: 'Supplement',
  mail: 'Mail',
  note: 'Note',
  proposal: 'Proposal',
  reason: 'Reason of the restoration',
};

/** What persons wrote, shown once it is opened, which stands in the audit log. */
export function TextsCard({ kase }: { kase: CaseDetails }) {
  const [texts, setTexts] = useState<CaseTexts>();
  const { run, isRunning } = useAdminMutation({
    run: (client) => client.casework.open({ id: kase.id }),
    failure: 'The notice could not be opened.',
    onDone: setTexts,
  });
  return (
    <Card
      title="What was written"
      about="Personal data, sealed. Opening it stands in the audit log; use it only for this decision."
      actions={
        <Button
          icon={LockOpen}
          isBusy={isRunning}
          disabled={kase.erasedAt !== null}
          onClick={() => void run()}
        >
          {texts ? 'Open again' : 'Open the notice'}
        </Button>
      }
    >
      {texts ? <Texts texts={texts} /> : <Heads papers={kase.papers} />}
    </Card>
  );
}

function Heads({ papers }: Pick<CaseDetails, 'papers'>) {
  return (
    <ul className="flex flex-col gap-1 text-sm text-muted">
      {papers.map((paper) => (
        <li key={`${paper.what} ${paper.at}`}>
          <Head {...paper} />
        </li>
      ))}
    </ul>
  );
}

function Head({ what, at, by }: CaseDetails['papers'][number]) {
  return (
    <>
      {WORDS[what] ?? what}, <Moment at={at} />
      {by && ` by ${by}`}
    </>
  );
}

/** Plain text, no links: strangers wrote it. */
function Texts({ texts: { papers, addresses } }: { texts: CaseTexts }) {
  return (
    <div className="flex flex-col gap-5 text-sm">
      {papers.map(({ texts, ...paper }) => (
        <section key={`${paper.what} ${paper.at}`}>
          <h3 className="font-semibold">
            <Head {...paper} />
          </h3>
          <dl className="mt-2 grid gap-x-4 gap-y-2 sm:grid-cols-[minmax(7rem,14rem)_minmax(0,1fr)]">
            {texts.map(({ label, text }) => (
              <div key={label} className="contents">
                <dt className="text-muted">{label}</dt>
                <dd className="wrap-anywhere whitespace-pre-line">{text || '-'}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      {addresses.length > 0 && (
        <section>
          <h3 className="font-semibold">Addresses as they were written</h3>
          <ol className="mt-2 flex list-decimal flex-col gap-1 pl-5 text-xs">
            {addresses.map(({ position, address }) => (
              <li key={position} className="wrap-anywhere">
                <Address text={address} />
              </li>
            ))}
          </ol>
        </section>
      )}
    </div>
  );
}
