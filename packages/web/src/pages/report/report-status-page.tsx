import { type CaseKindForm, caseFormOf, pageHref, type ReportStatus } from '@vesper/contract';
import type { ReactNode } from 'react';
import { useClient } from '../../data/client-context.tsx';
import { useAnswer } from '../../data/use-answer.ts';
import type { PageAddress } from '../../shell/page.ts';
import { CaseFields } from '../notice/case-field.tsx';
import { ErrorSummary } from '../notice/error-summary.tsx';
import { TextArea } from '../notice/notice-fields.tsx';
import { type RefusedForm, useRefused } from '../notice/refused-form.ts';
import { NoSuchNotice, ReportLayout, reportPanel } from '../notice/report-layout.tsx';
import { reportStatusQuery } from './queries.ts';
import { canAdd, canSendLink, canWithdraw, dayOf, isUndecided, wordsOf } from './state-words.ts';

/** A private page: its address cannot be guessed. */
export function ReportStatusPage({ params }: PageAddress) {
  const token = params.token ?? '';
  const { data: status } = useAnswer(reportStatusQuery(useClient(), token));
  return status ? <Notice {...{ token, status }} /> : <NoSuchNotice isMissing={status === null} />;
}

function Notice({ token, status }: { token: string; status: ReportStatus }) {
  const refused = useRefused();
  const words = wordsOf(status);
  const form = caseFormOf(status.kind);
  return (
    <ReportLayout title="Your Notice" isBelowReport={false}>
      {refused && <ErrorSummary {...refused} labelOf={(name) => form?.fields[name]?.label ?? name} />}
      <section aria-labelledby="state-title" className={reportPanel}>
        <h2 id="state-title" className="text-lg font-semibold sm:text-xl">
          {words.title}
        </h2>
        <p className="mt-2 leading-relaxed text-pretty">{words.next}</p>
        <Facts status={status} form={form} />
        {canSendLink(status) && <SendLinkForm {...{ token, status }} />}
      </section>
      {isUndecided(status) && !status.isOwn && (
        <p className={`${reportPanel} leading-relaxed text-pretty`}>
          This notice is confirmed. To add to it or withdraw it, please use the link in the emails we have
          sent you since.
        </p>
      )}
      {form && canAdd(status) && <SupplementForm {...{ token, status, form, refused }} />}
      {canWithdraw(status) && <WithdrawForm token={token} isDecided={!isUndecided(status)} />}
      <p className="mt-4 text-sm leading-relaxed text-pretty text-muted">
        Save the address of this page if you want to come back: there is no other way here. Anyone who has it
        can see this page too. The page does not say who you are.
      </p>
    </ReportLayout>
  );
}

function Facts({ status, form }: { status: ReportStatus; form: CaseKindForm | undefined }) {
  const facts: [string, string][] = [['Kind', form?.label ?? status.kind]];
  facts.push(['Received', dayOf(status.receivedAt)]);
  if (status.hasMailbox) facts.push(['Your email', status.isConfirmed ? 'Confirmed' : 'Not confirmed yet']);
  if (status.dueAt && isUndecided(status)) facts.push(['We decide by', dayOf(status.dueAt)]);
  if (status.comesBack)
    facts.push(['Restoration', `${dayOf(status.comesBack.opens)} to ${dayOf(status.comesBack.closes)}`]);
  if (status.decidedAt) facts.push(['Decided', dayOf(status.decidedAt)]);
  return (
    <dl className="mt-5 grid gap-x-6 gap-y-3 border-t border-line pt-5 text-sm sm:grid-cols-[10rem_minmax(0,1fr)]">
      <Fact name="Number">
        <code className="font-semibold break-all select-all">{status.id}</code>
      </Fact>
      {facts.map(([name, text]) => (
        <Fact key={name} name={name}>
          {text}
        </Fact>
      ))}
      {status.targets.length > 0 && (
        <Fact name="Reported content">
          <ul>
            {wordsOfTargets(status).map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
          {status.isHidden && <p className="mt-1 font-medium">No longer on this site.</p>}
          {status.disagrees && (
            <p className="mt-1">The address and the video you gave do not match. We go by the address.</p>
          )}
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 leading-relaxed wrap-anywhere max-sm:-mt-2">{children}</dd>
    </>
  );
}

function wordsOfTargets({ targets }: ReportStatus): string[] {
  const videos = new Set(targets.map(({ videoId }) => videoId).filter((id) => id !== null)).size;
  const lists = targets.filter(({ shape }) => shape === 'keyword').length;
  const others = targets.filter(({ shape, videoId }) => shape !== 'keyword' && videoId === null).length;
  return [
    ...(videos > 0 ? [`${counted(videos, 'video')} on this site`] : []),
    ...(lists > 0 ? [`${counted(lists, 'list')} of videos: we check what it shows`] : []),
    ...(others > 0 ? [`${counted(others, 'address', 'addresses')} that we check by hand`] : []),
  ];
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

function SendLinkForm({ token, status: { linkedAt } }: { token: string; status: ReportStatus }) {
  return (
    <form method="post" action={pageHref.reportStatus(token)} className="mt-5 border-t border-line pt-5">
      <input type="hidden" name="act" value="link" />
      <p className="text-sm leading-relaxed text-pretty text-muted">
        {linkedAt === null
          ? 'We reached our daily limit of emails to your address. You can request the link here.'
          : `We emailed the link on ${dayOf(linkedAt)}. Not there? Check your spam folder, or request it again (once an hour).`}
      </p>
      <button type="submit" className="button quiet button-large mt-3">
        {linkedAt === null ? 'Send the link' : 'Send the link again'}
      </button>
    </form>
  );
}

interface SupplementProps {
  token: string;
  status: ReportStatus;
  form: CaseKindForm;
  refused: RefusedForm | undefined;
}

function SupplementForm({ token, status: { asked }, form, refused }: SupplementProps) {
  const lacking = asked.map((name) => form.elements[name]).filter((element) => element !== undefined);
  const names = [...new Set(lacking.flatMap(({ fields }) => fields))];
  const problems = new Map(Object.entries(refused?.problems ?? {}));
  const isAsked = lacking.length > 0;
  return (
    <section aria-labelledby="add-title" className={reportPanel}>
      <h2 id="add-title" className="text-lg font-semibold">
        {isAsked ? 'Please send us' : 'Add information'}
      </h2>
      {isAsked && (
        <ul className="mt-2 list-disc pl-5 text-sm leading-relaxed">
          {lacking.map(({ law, words }) => (
            <li key={words}>
              {words} <span className="text-muted">({law})</span>
            </li>
          ))}
        </ul>
      )}
      <form method="post" action={pageHref.reportStatus(token)} noValidate className="mt-5 grid gap-6">
        <input type="hidden" name="act" value="supplement" />
        <CaseFields {...{ form, names, problems }} values={refused?.fields ?? {}} />
        <TextArea
          name="note"
          label={isAsked ? 'Anything else (optional)' : 'What should we know?'}
          rows={3}
          defaultValue={refused?.fields.note}
          problems={problems}
        />
        <div>
          <button type="submit" className="button primary primary-hover button-large">
            Send
          </button>
        </div>
      </form>
    </section>
  );
}

/** Two steps, and no script. */
function WithdrawForm({ token, isDecided }: { token: string; isDecided: boolean }) {
  return (
    <details className="mt-6 rounded-xl border border-line px-4 sm:px-8">
      <summary className="flex min-h-12 cursor-pointer items-center text-sm font-semibold">
        Withdraw this notice
      </summary>
      <form method="post" action={pageHref.reportStatus(token)} className="pb-5">
        <input type="hidden" name="act" value="withdraw" />
        <p className="text-sm leading-relaxed text-pretty text-muted">
          {isDecided
            ? 'Content removed because of it is restored, unless another notice reports it too.'
            : 'We stop reviewing it, and content hidden because of it is restored.'}{' '}
          This cannot be undone; you can send a new notice.
        </p>
        <label htmlFor="isSure" className="mt-2 flex min-h-11 cursor-pointer items-center gap-3 text-sm">
          <input
            type="checkbox"
            id="isSure"
            name="isSure"
            required
            autoComplete="off"
            className="size-5 shrink-0 accent-primary"
          />
          Yes, withdraw it
        </label>{' '}
        <button type="submit" className="button quiet button-large mt-3">
          Withdraw
        </button>
      </form>
    </details>
  );
}
