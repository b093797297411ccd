import { adminHref, type OtherCase } from '@vesper/contract';
import { Moment } from '../../ui/values.tsx';
import { kindInWords, link, StateBadge } from './case-words.tsx';

/** Cases in short, each with its kind and state. */
export function CaseLinks({ cases }: { cases: readonly OtherCase[] }) {
  return (
    <ul className="-my-1.5 max-h-80 divide-y divide-line overflow-y-auto text-sm">
      {cases.map(({ id, kind, state, receivedAt }) => (
        <li key={id} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 py-1.5">
          <span className="min-w-0">
            <a className={link} href={adminHref('case', id)}>
              {kindInWords(kind)}
            </a>{' '}
            <span className="text-xs text-muted">
              {id.slice(0, 8)}, <Moment at={receivedAt} />
            </span>
          </span>
          <StateBadge kind={kind} state={state} />
        </li>
      ))}
    </ul>
  );
}
