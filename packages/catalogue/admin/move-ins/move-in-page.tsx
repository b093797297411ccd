import {
  adminHref,
  MOVED_FILM_STATES,
  type MovedFilm,
  type MovedFilmState,
  type MoveIn,
  routes,
} from '@vesper/contract';
import { useAdminQuery, useNamedRows } from '@vesper/web/admin/data/calls.ts';
import { AdminPage, AwaitedPage, type PageProps } from '@vesper/web/admin/shell/admin-page.tsx';
import { Card } from '@vesper/web/admin/ui/card.tsx';
import { ActButton } from '@vesper/web/admin/ui/dialog/acts.tsx';
import { SelectField } from '@vesper/web/admin/ui/form.tsx';
import { type Column, ListTable } from '@vesper/web/admin/ui/list.tsx';
import { FactList, Moment, ProgressBar, TextLink, WordBadge } from '@vesper/web/admin/ui/values.tsx';
import { useAddress } from '@vesper/web/data/address.ts';
import { sentenceOf } from '@vesper/web/data/call-failure.ts';
import { countText, formatCount } from '@vesper/web/ui/format.ts';
import { navigate } from 'wouter/use-browser-location';
import { FILM_WORDS, filmCounts, MOVE_IN_POLL_MS, stateOf } from './move-ins-page.tsx';

export default function MoveInPage({ params: { id = '' } }: PageProps) {
  const { data, error, refetch } = useAdminQuery(routes.moveIns.get, { id }, { pollMs: MOVE_IN_POLL_MS });
  if (!data) return <AwaitedPage title="Imports" {...{ error, refetch }} />;
  return (
    <AdminPage
      title={`Import ${data.id}`}
      about={<span className="wrap-anywhere">{data.list ?? data.folder}</span>}
      actions={
        <>
          <span className="self-center">
            <WordBadge {...stateOf(data)} />
          </span>
          {data.undoneAt === null && <UndoMoveIn id={id} />}
        </>
      }
    >
      <AboutCard moveIn={data} />
      <FilmsCard moveIn={data} />
    </AdminPage>
  );
}

function AboutCard({ moveIn }: { moveIn: MoveIn }) {
  const { sourceId, sourceName, folder, list, orderedBy, startedAt, undoneAt, undoneBy, oldAddresses } =
    moveIn;
  const { total, ended } = filmCounts(moveIn);
  return (
    <Card title="Progress">
      <p className="mb-2 text-sm">
        {formatCount(ended)} of {formatCount(total)} films done.
      </p>
      <ProgressBar
        percent={total === 0 ? 0 : Math.floor((100 * ended) / total)}
        label={`${ended} of ${total} films done`}
      />
      <FactList
        className="mt-4 grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5 text-sm"
        of={{
          Source: <TextLink href={adminHref('source', sourceId)}>{sourceName}</TextLink>,
          Folder: folder,
          List: list,
          'Old addresses': formatCount(oldAddresses),
          Started: (
            <>
              <Moment at={startedAt} /> by {orderedBy}
            </>
          ),
          Undone: undoneAt !== null && (
            <>
              <Moment at={undoneAt} /> by {undoneBy}
            </>
          ),
        }}
      />
    </Card>
  );
}

const COLUMNS: Column<MovedFilm>[] = [
  {
    header: 'Film',
    className: 'max-w-xl',
    cell: ({ path, title, oldAddresses }) => (
      <>
        <span className="font-semibold wrap-anywhere" lang="" dir="auto">
          {title}
        </span>
        <p className="text-xs text-muted wrap-anywhere">{path}</p>
        {oldAddresses.length > 0 && (
          <p className="text-xs text-muted wrap-anywhere">Formerly at {oldAddresses.join(', ')}</p>
        )}
      </>
    ),
  },
  {
    header: 'Result',
    className: 'max-w-xl',
    cell: ({ state, error, videoId, downloadId }) => (
      <div className="text-sm">
        {error && <p className="wrap-anywhere">{error}</p>}
        <p className="flex flex-wrap gap-x-4">
          {videoId !== null && (state === 'here' || state === 'duplicate') && (
            <TextLink href={adminHref('video', videoId)}>Video</TextLink>
          )}
          {downloadId !== null && <TextLink href={adminHref('job', downloadId)}>Job</TextLink>}
        </p>
      </div>
    ),
  },
];

/** The state that most needs attention. */
function firstState({ films }: MoveIn): MovedFilmState {
  const order = ['failed', 'working', 'waiting', 'here', 'duplicate', 'undone'] as const;
  return order.find((state) => films[state] > 0) ?? 'here';
}

function FilmsCard({ moveIn }: { moveIn: MoveIn }) {
  const { search } = useAddress();
  const id = String(moveIn.id);
  const state = MOVED_FILM_STATES.find((one) => one === search.get('state')) ?? firstState(moveIn);
  const list = useNamedRows(routes.moveIns.films, { id, state }, 'films', MOVE_IN_POLL_MS);
  const options = MOVED_FILM_STATES.map(
    (one) => [one, `${FILM_WORDS[one]} (${formatCount(moveIn.films[one])})`] as const,
  );
  return (
    <Card title="Films" about="To retry a failed film, import its folder again or retry its job.">
      <div className="mb-4 max-w-xs">
        <SelectField
          label="State"
          value={state}
          onChange={({ target }) => navigate(`${adminHref('moveIn', id)}?state=${target.value}`)}
          of={options}
        />
      </div>
      <ListTable
        list={list}
        empty="No films in this state."
        caption="Films of this import"
        columns={COLUMNS}
        keyOf={({ path }) => path}
      />
    </Card>
  );
}

function UndoMoveIn({ id }: { id: string }) {
  return (
    <ActButton
      word="Undo"
      size="small"
      look="danger"
      ask={{ question: 'Undo this import?', explanation: <Consequences id={id} /> }}
      run={(client) => client.moveIns.undo({ id })}
      failure="The import could not be undone."
      success={({ removes }) => ({
        title: 'Import undone',
        description: `Removing ${countText(removes, 'video')} in the background.`,
      })}
    />
  );
}

function Consequences({ id }: { id: string }) {
  const { data, error } = useAdminQuery(routes.moveIns.undoing, { id });
  if (error) return sentenceOf(error);
  if (!data) return 'Counting...';
  const { removes, ends, edited, named, oldAddresses } = data;
  return (
    <>
      <ul className="list-disc pl-5">
        <li>{countText(removes, 'video')} will be removed.</li>
        {ends > 0 && <li>{countText(ends, 'film')} will not be imported.</li>}
        {oldAddresses > 0 && <li>Old addresses that will stop redirecting: {formatCount(oldAddresses)}.</li>}
        {edited > 0 && <li>{countText(edited, 'video')} will stay: edited or hidden by hand.</li>}
        {named > 0 && <li>{countText(named, 'video')} will stay because of a notice.</li>}
      </ul>
      <p className="mt-3">The files in the folder are kept. Importing it again restores everything.</p>
    </>
  );
}
