import { adminHref, type CaseDetails, type CaseTexts } from '@vesper/contract';
import { Card } from '@vesper/web/admin/ui/card.tsx';
import { ActButton } from '@vesper/web/admin/ui/dialog/acts.tsx';
import { Address, Moment, TextLink } from '@vesper/web/admin/ui/values.tsx';
import { countText } from '@vesper/web/ui/format.ts';
import { LockOpen } from 'lucide-react';
import { useState } from 'react';

const MOST_OF_A_PAGE = 50;

const WORDS: Readonly<Record<string, string>> = {
  submission: 'Notice',
  supplement: 'Supplement',
  question: 'Question to the sender',
  note: 'Note',
  court: 'Court action',
  mail: 'Email',
  reason: 'Reason',
  proposal: 'Proposal',
};

/** Sealed until opened, which the audit log records. */
export function TextsCard({ details }: { details: CaseDetails }) {
  const [texts, setTexts] = useState<CaseTexts>();
  return (
    <Card
      title="Messages"
      about="Personal data, sealed. Opening it is recorded in the audit log. Use it only for this decision."
      actions={
        <ActButton
          word={texts ? 'Open again' : 'Open the notice'}
          icon={LockOpen}
          disabled={details.erasedAt !== null}
          run={(client) => client.casework.open({ id: details.id })}
          failure="The notice could not be opened."
          onDone={setTexts}
        />
      }
    >
      {texts ? <Texts texts={texts} /> : <Heads papers={details.papers} />}
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
          <h3 className="font-semibold">Addresses as written</h3>
          <ol className="mt-2 flex list-decimal flex-col gap-1 pl-5 text-xs">
            {addresses.map(({ position, address, videos }) => (
              <li key={position} className="wrap-anywhere">
                <Address text={address} />
                {videos && <KeywordVideos videos={videos} />}
              </li>
            ))}
          </ol>
        </section>
      )}
    </div>
  );
}

function KeywordVideos({ videos }: { videos: readonly { id: string; title: string }[] }) {
  if (videos.length === 0) return <p className="mt-1 text-muted">There are no videos on this page.</p>;
  return (
    <details className="mt-1">
      <summary className="cursor-pointer">
        {videos.length >= MOST_OF_A_PAGE
          ? `The first ${videos.length} videos`
          : countText(videos.length, 'video')}{' '}
        on this page
      </summary>
      <ul className="mt-1 flex max-h-60 flex-col gap-1 overflow-y-auto">
        {videos.map(({ id, title }) => (
          <li key={id}>
            <TextLink href={adminHref('video', id)}>{title}</TextLink>
          </li>
        ))}
      </ul>
    </details>
  );
}
