import type { ManagedVideo, WatchedFilm } from '@vesper/contract';
import { ActButton } from '@vesper/web/admin/ui/dialog/acts.tsx';
import { useClient } from '@vesper/web/data/client-context.tsx';
import { ExternalLink, Film, Play } from 'lucide-react';
import { useRef, useState } from 'react';

/** Watching counts as using the session. */
const REPORT_EVERY_MS = 60_000;

/** Plays in any state. The address works only in this session, and each request is audited, so it takes a click. */
export function FilmPlayer({ video: { id, title } }: { video: { id: string; title: string } }) {
  const [film, setFilm] = useState<WatchedFilm>();
  const [hasFailed, setFailed] = useState(false);
  if (film?.kind === 'page')
    return (
      <a className="button quiet" href={film.url} target="_blank" rel="noreferrer">
        <ExternalLink aria-hidden className="size-4" />
        Watch at the source
      </a>
    );
  if (film && !hasFailed) return <OpenFilm url={film.url} title={title} onFail={() => setFailed(true)} />;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <ActButton
        word="Watch the film"
        size="small"
        icon={Play}
        aria-label={`Watch the film: ${title}`}
        run={(client) => client.catalogue.watch({ id })}
        failure="The film could not be opened."
        onDone={(opened) => {
          setFilm(opened);
          setFailed(false);
        }}
      />
      {hasFailed && (
        <p role="status" className="text-sm text-muted">
          The film stopped. Open it again to continue.
        </p>
      )}
    </div>
  );
}

function OpenFilm({ url, title, onFail }: { url: string; title: string; onFail: () => void }) {
  const client = useClient();
  const reportedAt = useRef(Date.now());
  const keepSession = () => {
    if (Date.now() - reportedAt.current < REPORT_EVERY_MS) return;
    reportedAt.current = Date.now();
    void client.admin.check().catch(() => undefined);
  };
  return (
    // biome-ignore lint/a11y/useMediaCaption: films under review have no captions.
    <video
      className="aspect-video w-full rounded-lg bg-black"
      src={url}
      controls
      autoPlay
      playsInline
      aria-label={`The film: ${title}`}
      onTimeUpdate={keepSession}
      onError={onFail}
    />
  );
}

type Pictured = Pick<ManagedVideo, 'thumbnailUrl' | 'placeholder'> & { picture?: string | null };

/** In any state: the thumbnail, the private picture, a blur, or none. */
export function VideoPicture({ video, className }: { video: Pictured | null; className: string }) {
  const [broken, setBroken] = useState<readonly string[]>([]);
  const urls = [video?.thumbnailUrl, video?.picture, video?.placeholder];
  const url = urls.find((one) => one && !broken.includes(one));
  if (!url) {
    return (
      <div className={`grid place-items-center bg-raised text-muted ${className}`}>
        <Film aria-hidden className="size-6" strokeWidth={1.25} />
      </div>
    );
  }
  return (
    <img
      src={url}
      alt=""
      loading="lazy"
      decoding="async"
      onError={() => setBroken([...broken, url])}
      className={`bg-raised object-cover ${className}`}
    />
  );
}
