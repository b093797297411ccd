import {
  AUTO_LINK_LIMITS,
  adminHref,
  DEFAULT_AUTO_LINK_LIMIT,
  type KeywordRecord,
  type LinkedVideo,
  routes,
} from '@vesper/contract';
import { useAdminMutation, useAdminQuery, useNamedRows } from '@vesper/web/admin/data/calls.ts';
import { Button } from '@vesper/web/admin/ui/button.tsx';
import { Card } from '@vesper/web/admin/ui/card.tsx';
import { ActButton, DialogButton } from '@vesper/web/admin/ui/dialog/acts.tsx';
import { Form, SelectField, TextField } from '@vesper/web/admin/ui/form.tsx';
import { ListState, MoreButton } from '@vesper/web/admin/ui/list.tsx';
import { StatusBadge } from '@vesper/web/admin/ui/values.tsx';
import { showToast } from '@vesper/web/ui/toast-store.ts';
import { Link2, Unlink } from 'lucide-react';
import { type ReactNode, useDeferredValue, useState } from 'react';

export function LinkedVideos({ keyword: { id, keyword } }: { keyword: KeywordRecord }) {
  return (
    <DialogButton word="Videos" row={`of ${keyword}`} title={`Videos of "${keyword}"`}>
      {() => (
        <>
          <AutoLinkForm
            keywordId={() => id}
            className="grid items-end gap-3 sm:grid-cols-[minmax(0,1fr)_auto]"
          />
          <LinkForm keywordId={id} />
          <Links keywordId={id} />
        </>
      )}
    </DialogButton>
  );
}

function Links({ keywordId }: { keywordId: string }) {
  const { rows, ...query } = useNamedRows(routes.keywords.videos, { keywordId }, 'videos');
  return (
    <ListState rows={rows} query={query} empty="No videos are linked yet.">
      <ul className="divide-y divide-line rounded-xl border border-line">
        {rows?.map((video) => (
          <LinkedItem key={video.videoId} keywordId={keywordId} video={video} />
        ))}
      </ul>
      <MoreButton {...query} />
    </ListState>
  );
}

function LinkForm({ keywordId }: { keywordId: string }) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const { run, isRunning } = useAdminMutation({
    run: (client, videoId: string) => client.keywords.link({ keywordId, videoId }),
    failure: 'The video could not be linked.',
    success: ({ changed }) => (changed ? 'Video linked' : 'The video was already linked'),
    onDone: () => setText(''),
  });
  const submit = () => {
    const videoId = videoIdOf(text);
    setProblem(videoId === '' ? 'Please enter the ID or address of a video.' : undefined);
    if (videoId !== '') void run(videoId);
  };
  return (
    <Form noValidate onSubmit={submit} className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_auto]">
      <TextField
        label="Link one video"
        placeholder="Its ID, or the address of its page"
        value={text}
        error={problem}
        onChange={({ target }) => setText(target.value)}
      />
      <Button type="submit" className="sm:mt-[1.625rem]" isBusy={isRunning}>
        Link
      </Button>
    </Form>
  );
}

function videoIdOf(text: string): string {
  return text.trim().split(/[?#]/)[0]?.split('/').findLast(Boolean) ?? '';
}

function LinkedItem({ keywordId, video }: { keywordId: string; video: LinkedVideo }) {
  const { videoId, title, localizedTitle, relevanceScore, status } = video;
  return (
    <li className="flex items-center gap-2 px-3 py-2">
      <div className="min-w-0 flex-1">
        <a
          className="block truncate text-sm font-semibold hover:underline"
          href={adminHref('video', videoId)}
        >
          {title}
        </a>
        <p className="truncate text-xs text-muted">
          {localizedTitle ?? 'Not translated'}, relevance {relevanceScore}
        </p>
      </div>
      {status !== 'published' && <StatusBadge tone="warn">{status}</StatusBadge>}
      <ActButton
        word="Unlink"
        row={title}
        icon={Unlink}
        aria-label={`Unlink ${title}`}
        run={(client) => client.keywords.unlink({ keywordId, videoId })}
        failure="The video could not be unlinked."
        success={() => ({
          title: 'Video unlinked',
          description: 'Auto-link will not link it again.',
        })}
      />
    </li>
  );
}

interface AutoLinkFormProps {
  /** The keyword to link to, if there is one. */
  keywordId: () => string | undefined;
  className?: string;
  children?: ReactNode;
}

function AutoLinkForm({ keywordId, children, ...form }: AutoLinkFormProps) {
  const [limit, setLimit] = useState<(typeof AUTO_LINK_LIMITS)[number]>(DEFAULT_AUTO_LINK_LIMIT);
  const { run, isRunning } = useAdminMutation({
    run: (client, id: string) => client.keywords.autoLink({ id, limit }),
    failure: 'Failed to auto-link videos',
    success: ({ linkedCount, totalCount }) => ({
      title: `Linked ${linkedCount} videos to keyword`,
      ...(linkedCount === 0 && { description: formatNothingNew(totalCount, limit) }),
    }),
  });
  const submit = () => {
    const id = keywordId();
    if (id !== undefined) void run(id);
  };
  return (
    <Form noValidate onSubmit={submit} {...form}>
      {children}
      <SelectField
        label="Limit"
        value={limit}
        onChange={({ target }) => setLimit(Number(target.value) as typeof limit)}
        of={AUTO_LINK_LIMITS.map((count) => [count, `${count} videos`])}
      />
      <Button type="submit" look="primary" isBusy={isRunning}>
        Auto-Link Videos
      </Button>
    </Form>
  );
}

function formatNothingNew(total: number, limit: number): string {
  const linked = total === 1 ? '1 video is' : `${total} videos are`;
  return total >= limit ? `${linked} already linked.` : `No other videos match its words; ${linked} linked.`;
}

const CHOOSE = 'Please select a keyword';
const OFFERED = 200;

export function LinkVideosCard() {
  const [search, setSearch] = useState('');
  const { offered, hint } = useOfferedKeywords(search);
  const [chosen, setChosen] = useState<KeywordRecord>();
  const [problem, setProblem] = useState<string>();
  const isOffered = offered.some(({ id }) => id === chosen?.id);
  const options = chosen && !isOffered ? [chosen, ...offered] : offered;
  const keywordId = () => {
    setProblem(chosen ? undefined : CHOOSE);
    if (!chosen) showToast({ title: 'Error', description: CHOOSE, tone: 'destructive' });
    return chosen?.id;
  };
  return (
    <Card
      title="Link Videos to Keywords"
      icon={Link2}
      about="Links random videos that match the keyword's words, up to the limit."
    >
      <AutoLinkForm keywordId={keywordId}>
        <TextField
          label="Search"
          type="search"
          placeholder="Keyword, slug, title or category"
          maxLength={200}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
          onKeyDown={(event) => {
            // The search runs while typing; Enter must not link the keyword selected so far.
            if (event.key === 'Enter') event.preventDefault();
          }}
        />
        <SelectField
          label="Keyword"
          value={chosen?.id ?? ''}
          error={problem}
          hint={hint}
          none="Select a keyword"
          of={options.map(({ id, keyword, languageCode }) => [id, `${keyword} (${languageCode ?? 'en'})`])}
          onChange={({ target }) => {
            setChosen(options.find(({ id }) => id === target.value));
            setProblem(undefined);
          }}
        />
      </AutoLinkForm>
    </Card>
  );
}

function useOfferedKeywords(typed: string): { offered: KeywordRecord[]; hint: string } {
  const search = useDeferredValue(typed.trim());
  const { data } = useAdminQuery(routes.keywords.list, { limit: OFFERED, ...(search && { search }) });
  const offered = data ?? [];
  if (data === undefined) return { offered, hint: '' };
  if (search && offered.length === 0) return { offered, hint: 'No keywords match.' };
  const which = search ? 'that match' : 'of all keywords';
  const isCut = offered.length >= OFFERED;
  return { offered, hint: isCut ? `The newest ${OFFERED} ${which}; search to find the others.` : '' };
}
