import { adminHref, FILE_KINDS, routes, type SourceReading, type VideoSource } from '@vesper/contract';
import { useAdminMutation, useAdminQuery } from '@vesper/web/admin/data/calls.ts';
import { useGone, useUnsaved } from '@vesper/web/admin/data/unsaved.ts';
import { AdminPage, AwaitedPage, type PageProps } from '@vesper/web/admin/shell/admin-page.tsx';
import { Card, GoneNote } from '@vesper/web/admin/ui/card.tsx';
import { ActButton, FormAct, OutdatedNote } from '@vesper/web/admin/ui/dialog/acts.tsx';
import { CheckField, Form, SaveButtons } from '@vesper/web/admin/ui/form.tsx';
import { Address, Facts, Moment, TextLink } from '@vesper/web/admin/ui/values.tsx';
import { formatCount } from '@vesper/web/ui/format.ts';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { WhyCard } from '../crawler/why-card.tsx';
import { PermissionsCard } from './basis.tsx';
import { DryRunCard } from './dry-run-card.tsx';
import { DumpCards } from './dump-cards.tsx';
import { OutcomesCard, SurvivalCard } from './outcome-cards.tsx';
import { PageRulesCard } from './page-rules-card.tsx';
import { CategoryMapFields, type SourceDraft, SourceFields } from './source-fields.tsx';
import { ReadingBadge, ReadingNote, SourceStatus } from './source-status.tsx';
import { StrikesCard } from './strikes-card.tsx';

export default function SourcePage({ params: { id = '' } }: PageProps) {
  const { data, error, refetch } = useAdminQuery(routes.sources.get, { id }, { pollMs: 15_000 });
  const gone = useGone(error);
  if (!data || gone === 'gone') return <AwaitedPage title="Source" {...{ error, refetch }} />;
  return (
    <AdminPage
      title={data.name}
      about={
        <span className="wrap-anywhere">
          <Address text={data.baseUrl} />
        </span>
      }
      actions={
        <>
          <EnableButton source={data} />
          <DeleteButton source={data} />
        </>
      }
    >
      {gone && <GoneNote what="This source" />}
      <StateCard source={data} />
      <SettingsCard key={data.id} newest={data} />
      <PermissionsCard source={data} />
      <StrikesCard sourceId={data.id} />
      {data.kind === 'dump' && <DumpCards sourceId={data.id} />}
      {FILE_KINDS.includes(data.kind) && <FilesCard kind={data.kind} />}
      {data.kind !== 'dump' && !FILE_KINDS.includes(data.kind) && (
        <>
          <DryRunCard sourceId={data.id} />
          <PageRulesCard key={data.id} source={data} />
        </>
      )}
      <OutcomesCard sourceId={data.id} />
      <WhyCard />
      <SurvivalCard sourceId={data.id} />
    </AdminPage>
  );
}

/** Sources that are not crawled. */
function FilesCard({ kind }: Pick<VideoSource, 'kind'>) {
  return (
    <Card title="Films">
      <p className="text-sm">
        {kind === 'upload' ? (
          <>
            Its films are uploaded on the page <TextLink href={adminHref('uploads')}>Uploads</TextLink>.
          </>
        ) : (
          <>
            The command <code>script/vesper move-in</code> imports its films from a folder on disk.{' '}
            <TextLink href={adminHref('moveIns')}>Imports</TextLink> shows the progress.
          </>
        )}
      </p>
    </Card>
  );
}

const SINCE_WORDS: Record<SourceReading['result'], string> = {
  read: 'Readable since',
  in_part: 'Partly readable since',
  not_read: 'Cannot be read since',
};

function StateCard({ source }: { source: VideoSource }) {
  return (
    <Card
      title="State"
      actions={
        <>
          <SourceStatus source={source} />
          <ReadingBadge source={source} />
        </>
      }
    >
      <p className="text-sm">{source.state}</p>
      <ReadingNote source={source} />
      <Facts
        className="mt-4 grid gap-4 text-sm sm:grid-cols-2 lg:grid-cols-4"
        look="mt-0.5 font-semibold tabular-nums"
        of={{
          'Videos added': formatCount(source.totalVideosAdded),
          'Last crawled': <Moment at={source.lastCrawledAt} />,
          [SINCE_WORDS[source.lastReading?.result ?? 'read']]: (
            <Moment at={source.lastReading?.since} none="not tried yet" />
          ),
          Added: <Moment at={source.createdAt} />,
        }}
      />
      {source.pauses.length > 0 && (
        <div className="mt-4 rounded-xl border border-warn p-3 text-sm">
          <p className="font-semibold">Paused:</p>
          <ul className="mt-1 list-disc pl-5">
            {source.pauses.map((pause) => (
              <li key={pause.class}>
                {(pause.message ?? pause.class).replace(/\.$/, '')}, until <Moment at={pause.until} />
              </li>
            ))}
          </ul>
          <ActButton
            word="Resume now"
            size="small"
            className="mt-3"
            run={(client) => client.sources.endPauses({ id: source.id })}
            failure="The source could not be resumed."
          />
        </div>
      )}
    </Card>
  );
}

function EnableButton({ source: { id, version, enabled } }: { source: VideoSource }) {
  return (
    <ActButton
      word={enabled ? 'Disable' : 'Enable'}
      look={enabled ? 'quiet' : 'primary'}
      run={(client) => client.sources.change({ id, version, enabled: !enabled })}
      failure="The source could not be changed."
      success={(source) => `${source.name} is ${source.enabled ? 'enabled' : 'disabled'}`}
    />
  );
}

function DeleteButton({ source: { id, name, version } }: { source: VideoSource }) {
  return (
    <FormAct
      word="Delete"
      look="danger"
      icon={Trash2}
      title={`Delete ${name}?`}
      // As seen when the dialog opened.
      draft={{ version, withVideos: false }}
      run={(client, { version: seen, withVideos }) =>
        client.sources.delete({ id, version: seen, ...(withVideos && { videos: 'remove' }) })
      }
      failure="The source could not be deleted."
      success={({ deleted }) =>
        deleted
          ? `Deleted ${name}`
          : { title: `${name} is being deleted`, description: 'Its videos are being removed first.' }
      }
      onDone={() => navigate(adminHref('sources'))}
    >
      {(_, { draft, setDraft }) => (
        <div className="text-sm leading-relaxed text-pretty text-muted">
          <p>Its permission records are deleted too. This cannot be undone.</p>
          <CheckField
            label="Also remove its videos"
            hint="They are removed permanently, and their addresses stay blocked."
            checked={draft.withVideos}
            onChange={({ target }) => setDraft({ ...draft, withVideos: target.checked })}
          />
        </div>
      )}
    </FormAct>
  );
}

function draftOf(source: VideoSource): SourceDraft {
  const { name, baseUrl, kind, delivery, renditions, followWords, dailyQuota, crawlDelayMs } = source;
  const { concurrency, hosts, contactEmail } = source;
  return {
    ...{ name, baseUrl, kind, delivery, renditions, followWords },
    ...{ dailyQuota, crawlDelayMs, concurrency, hosts, contactEmail: contactEmail ?? '' },
  };
}

function settingsOf(source: VideoSource): string {
  return JSON.stringify([draftOf(source), source.categoryMap]);
}

/** Keeps the input if the source changes meanwhile, and offers to load the changes. */
function SettingsCard({ newest }: { newest: VideoSource }) {
  const [source, setSource] = useState(newest);
  const [draft, setDraft] = useState(draftOf(newest));
  const [categoryMap, setCategoryMap] = useState(newest.categoryMap);
  const [edition, setEdition] = useState(0);
  const begin = (from: VideoSource) => {
    setSource(from);
    setDraft(draftOf(from));
    setCategoryMap(from.categoryMap);
    forgetProblems();
    setEdition((number) => number + 1);
  };
  // Changes outside this card do not conflict with what is typed here.
  const isOutdated = settingsOf(newest) !== settingsOf(source);
  const { version } = isOutdated ? source : newest;
  const isMoved = draft.baseUrl.trim() !== source.baseUrl || draft.kind !== source.kind;
  const { run, isRunning, problems, forgetProblems } = useAdminMutation({
    run: (client) => client.sources.change({ id: source.id, version, ...draft, categoryMap, look: isMoved }),
    failure: 'The source could not be saved.',
    success: ({ state, lastReading }) => ({
      title: 'Saved',
      ...(isMoved && { description: [state, lastReading?.message].filter(Boolean).join(' ') }),
    }),
    onDone: begin,
  });
  const isChanged = JSON.stringify([draft, categoryMap]) !== settingsOf(source);
  useUnsaved(isChanged);
  return (
    <Card title="Settings">
      {isOutdated && newest.version > source.version && (
        <div className="mb-4">
          <OutdatedNote what="this source" onLoad={() => begin(newest)} />
        </div>
      )}
      <Form noValidate key={edition} onSubmit={() => void run()}>
        <SourceFields draft={draft} problems={problems} onChange={setDraft} />
        <CategoryMapFields map={categoryMap} problem={problems.categoryMap} onChange={setCategoryMap} />
        <SaveButtons isChanged={isChanged} isBusy={isRunning} onDiscard={() => begin(newest)} />
      </Form>
    </Card>
  );
}
