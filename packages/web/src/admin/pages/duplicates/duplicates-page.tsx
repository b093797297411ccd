import { adminHref, DUPLICATE_OUTCOMES, routes } from '@vesper/contract';
import { navigate } from 'wouter/use-browser-location';
import { useAddress } from '../../../data/address.ts';
import { useAdminList } from '../../data/calls.ts';
import { AdminPage } from '../../shell/admin-page.tsx';
import { SelectField } from '../../ui/form.tsx';
import { ListState, MoreButton } from '../../ui/list.tsx';
import { DecisionCard } from './decision-card.tsx';
import { OUTCOMES, type Outcome } from './duplicate-words.ts';

const PAGE_SIZE = 20;
const POLL_MS = 15_000;

type Shown = Outcome | 'all';

const EMPTY: Record<Shown, string> = {
  all: 'No duplicates found yet.',
  suspected: 'No videos are waiting for a decision.',
  skipped: 'No videos were left out as duplicates.',
  kept: 'No videos were kept.',
  merged: 'No videos were merged.',
};

export default function DuplicatesPage() {
  const { search } = useAddress();
  const asked = search.get('outcome');
  const shown: Shown =
    asked === 'all' ? 'all' : (DUPLICATE_OUTCOMES.find((outcome) => outcome === asked) ?? 'suspected');
  const { rows: decisions, ...query } = useAdminList(
    routes.duplicates.list,
    { limit: PAGE_SIZE, ...(shown === 'all' ? {} : { outcome: shown }) },
    { rowsOf: (page) => page.decisions, nextOf: ({ nextBefore }) => nextBefore, pollMs: POLL_MS },
  );
  return (
    <AdminPage
      title="Duplicates"
      about="Videos that match another one. Certain duplicates were left out; likely ones wait here for a decision."
      actions={
        <div className="w-52">
          <SelectField
            label="Show"
            value={shown}
            onChange={({ target }) =>
              navigate(
                target.value === 'suspected'
                  ? adminHref('duplicates')
                  : `${adminHref('duplicates')}?outcome=${target.value}`,
              )
            }
            of={[...DUPLICATE_OUTCOMES.map((one) => [one, OUTCOMES[one].word] as const), ['all', 'All']]}
          />
        </div>
      }
    >
      <ListState rows={decisions} query={query} empty={EMPTY[shown]}>
        <ul aria-label="Duplicates" className="flex flex-col gap-4">
          {decisions?.map((decision) => (
            <li key={decision.id}>
              <DecisionCard decision={decision} />
            </li>
          ))}
        </ul>
        <MoreButton {...query} />
      </ListState>
    </AdminPage>
  );
}
