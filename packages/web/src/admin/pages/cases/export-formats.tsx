import { adminHref, type CaseExport } from '@vesper/contract';
import { countText } from '../../../ui/format.ts';

/** In which public databases decisions are published. */
export const EXPORT_FORMATS = [
  { format: 'dsa', one: 'DSA statement of reasons', many: 'DSA statements of reasons' },
  { format: 'lumen', one: 'Lumen notice', many: 'Lumen notices' },
] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number]['format'];

const MOST_SHOWN = 20;

/** Cases that were held back from an export, with the reasons. */
export function ExportProblems({ heldBack }: Pick<CaseExport, 'heldBack'>) {
  if (heldBack.length === 0) return null;
  return (
    <div role="status" className="text-sm">
      <p className="font-semibold">{countText(heldBack.length, 'case')} held back:</p>
      <ul className="mt-1 flex list-disc flex-col gap-1 pl-5">
        {heldBack.slice(0, MOST_SHOWN).map(({ caseId, sentences }) => (
          <li key={caseId} className="wrap-anywhere">
            <a className="text-primary-text hover:underline" href={adminHref('case', caseId)}>
              {caseId.slice(0, 8)}
            </a>{' '}
            {sentences.join(' ')}
          </li>
        ))}
      </ul>
      {heldBack.length > MOST_SHOWN && <p className="mt-1 text-muted">And more; the first are shown.</p>}
    </div>
  );
}
