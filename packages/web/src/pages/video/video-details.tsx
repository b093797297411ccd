import { DOWNLOAD_PARAMETER, pageHref, type Video } from '@vesper/contract';
import { useClient } from '../../data/client-context.tsx';
import { useAnswer } from '../../data/use-answer.ts';
import { HideTags } from '../../library/hide-tags.tsx';
import { SaveButtons } from '../../library/save-buttons.tsx';
import { formatDay, viewsText } from '../../ui/format.ts';
import { KeywordLinks } from '../../ui/keyword-links.tsx';
import { EmbedButton, ShareButton } from './copy-buttons.tsx';
import { videoQueries } from './queries.ts';

export function VideoDetails({ video }: { video: Video }) {
  return (
    <>
      <h1
        dir="auto"
        className="text-left text-xl font-bold tracking-tight text-balance wrap-anywhere sm:text-2xl"
      >
        {video.title}
      </h1>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <Facts video={video} />
        <div className="grows-left grid w-full grid-cols-2 gap-2 sm:flex sm:w-auto sm:flex-wrap">
          <SaveButtons video={video} /> <ShareButton video={video} /> <EmbedButton video={video} />{' '}
          {video.videoUrl && (
            <a {...downloadOf(video)} className="button quiet">
              <i className="icon-download" />
              Download
            </a>
          )}{' '}
          <a href={pageHref.report(pageHref.video(video.id))} rel="nofollow" className="button quiet grown">
            <i className="icon-flag" />
            Report
          </a>
        </div>
      </div>
      <Labels video={video} />
      <HideTags tags={video.tags} />
      {video.description && (
        <p
          dir="auto"
          className="mt-5 rounded-xl bg-panel p-4 text-sm leading-relaxed whitespace-pre-line wrap-anywhere"
        >
          {video.description}
        </p>
      )}
      <KeywordLinks links={video.keywords} className="mt-5" />
    </>
  );
}

/** Our server names the file. A remote file may open instead of being saved: our page stays. */
function downloadOf({ kind, videoUrl }: Video) {
  if (kind === 'hosted') return { href: `${videoUrl}?${DOWNLOAD_PARAMETER}`, download: '' };
  return { href: videoUrl, download: '', target: '_blank', rel: 'nofollow noopener noreferrer' };
}

function Facts({ video }: { video: Video }) {
  return (
    // As high as the buttons beside it, so that it stays when they wrap.
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted tabular-nums sm:min-h-11">
      <span className="inline-flex items-center gap-1.5">
        <i className="icon-eye" />
        {viewsText(video.views)}
      </span>{' '}
      <span className="inline-flex items-center gap-1.5">
        <i className="icon-calendar-days" />
        <time dateTime={video.createdAt}>{formatDay(video.createdAt)}</time>
      </span>
    </p>
  );
}

const categoryLabel = 'label primary';

function Labels({ video }: { video: Video }) {
  if (!video.category && video.tags.length === 0) return null;
  return (
    <ul aria-label="Category and tags" className="labels mt-4">
      {video.category && (
        <li>
          <CategoryLabel video={video} />
        </li>
      )}
      {video.tags.map((tag) => (
        <li key={tag}>
          <a href={pageHref.home({ search: tag })} rel="nofollow" className="label">
            {tag}
          </a>
        </li>
      ))}
    </ul>
  );
}

function CategoryLabel({ video }: { video: Video }) {
  const { data } = useAnswer(videoQueries({ client: useClient(), params: { id: video.id } }).categories);
  const slug = data?.find(({ name }) => name === video.category)?.slug;
  if (!slug) return <span className={categoryLabel}>{video.category}</span>;
  return (
    <a href={pageHref.category(slug)} className={`${categoryLabel} primary-hover`}>
      {video.category}
    </a>
  );
}
