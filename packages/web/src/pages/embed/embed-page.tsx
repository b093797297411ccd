import { type DomainConfig, pageHref, type Video } from '@vesper/contract';

interface EmbedPageProps {
  video: Video;
  config: DomainConfig;
}

/** Plain HTML for `entry-embed.ts`: names nothing that a browser would fetch before the gate is confirmed. */
export function EmbedPage({ video, config }: EmbedPageProps) {
  return (
    <>
      <Gate video={video} config={config} />
      <main id="main" tabIndex={-1} className="player" data-state="ready">
        {video.embedUrl ? (
          <ProviderPlayer video={video} embedUrl={video.embedUrl} />
        ) : (
          <FilmPlayer video={video} />
        )}
        <p aria-hidden className="watermark">
          {config.domain}
        </p>
        <a className="title" {...pageLink(video)}>
          <span dir="auto">{video.title}</span>
          <span>{`Watch on ${config.brandName}`}</span>
        </a>
      </main>
    </>
  );
}

/** Not found, taken down, or redirected. */
export function MissingEmbed({ config }: Pick<EmbedPageProps, 'config'>) {
  return (
    <main className="missing">
      <h1>Video Not Found</h1>
      <p>The video you're looking for doesn't exist.</p>
      <p>
        <a href={pageHref.home()} target="_blank" rel="noopener">{`Go to ${config.siteName}`}</a>
      </p>
    </main>
  );
}

function pageLink({ id }: Video) {
  return { href: pageHref.video(id), target: '_blank', rel: 'noopener' };
}

function Gate({ video, config }: EmbedPageProps) {
  return (
    <section className="gate" aria-labelledby="gate-title" aria-describedby="gate-text">
      <h1 id="gate-title">
        <span aria-hidden>18+</span>
        This video is for adults only
      </h1>
      <p id="gate-text">
        {`${config.siteName} shows material for adults. Watch only if you are at least 18 years old and of legal age where you live.`}
      </p>
      <p className="answers">
        <button type="button" data-age-answer="confirm">
          I am 18 or older
        </button>
        <button type="button" data-age-answer="leave">
          Leave
        </button>
      </p>
      <noscript>
        <p>
          <a {...pageLink(video)}>{`Watch on ${config.siteName}`}</a>
        </p>
      </noscript>
    </section>
  );
}

function FilmPlayer({ video }: Pick<EmbedPageProps, 'video'>) {
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: the videos have none. */}
      <video controlsList="nodownload" playsInline preload="none" aria-label={video.title} />
      <PlayButton />
      <div role="alert">
        <p />
        <button type="button" data-act="retry">
          Try again
        </button>
      </div>
    </>
  );
}

function ProviderPlayer({ video, embedUrl }: Pick<EmbedPageProps, 'video'> & { embedUrl: string }) {
  const { embed } = video;
  return (
    <>
      <img alt="" hidden />
      {embed && <PlayButton describedBy="note" />}
      <p id="note">
        {embed &&
          `Plays from ${embed.provider} (${new URL(embedUrl).host}), which learns of your visit once you press play. `}
        <a href={embed?.watchUrl ?? embedUrl} target="_blank" rel="nofollow noopener noreferrer">
          Watch at the source
        </a>
      </p>
    </>
  );
}

function PlayButton({ describedBy }: { describedBy?: string }) {
  return (
    <button
      type="button"
      data-act="play"
      className="play"
      aria-label="Play video"
      aria-describedby={describedBy}
    >
      <svg aria-hidden viewBox="0 0 24 24">
        <path d="M7 4.5v15l12.5-7.5z" />
      </svg>
    </button>
  );
}
