import { adminHref, type ManagedVideoDetails } from '@vesper/contract';
import { formatCount, formatDuration, qualityLabel } from '../../../ui/format.ts';
import { Address } from '../../ui/address.tsx';
import { Card } from '../../ui/card.tsx';
import { Fact } from '../../ui/fact.tsx';
import { exactTime } from '../../ui/moment-text.ts';
import { VideoStatusText } from './video-badges.tsx';
import { KIND_WORDS } from './video-words.ts';

/** What is known of a video, and where it came from. */
export function FactsCard({ video }: { video: ManagedVideoDetails }) {
  const quality = qualityLabel(video.height);
  const size = video.width && video.height ? `${video.width} x ${video.height}` : 'unknown';
  return (
    <Card title="Facts">
      <dl className="grid grid-cols-[7rem_minmax(0,1fr)] gap-x-4 gap-y-2.5 text-sm">
        <Fact name="State">
          <VideoStatusText video={video} />
        </Fact>
        <Fact name="Kind">{KIND_WORDS[video.kind]}</Fact>
        <Fact name="Views">{formatCount(video.views)}</Fact>
        <Fact name="Length">{formatDuration(video.duration)}</Fact>
        <Fact name="Picture size">{quality ? `${size} (${quality})` : size}</Fact>
        <Fact name="Added">{exactTime(video.createdAt)}</Fact>
        <Fact name="Published">{video.publishedAt ? exactTime(video.publishedAt) : 'never'}</Fact>
        <Fact name="Source">
          {video.sourceId ? (
            <a className="text-primary-text hover:underline" href={adminHref('source', video.sourceId)}>
              {video.sourceName}
            </a>
          ) : (
            'Added by hand'
          )}
        </Fact>
        <Fact name="Its address">
          <Outside url={video.sourceUrl} />
        </Fact>
        {video.playsFrom && (
          <Fact name="Plays from">
            <Outside url={video.playsFrom} />
          </Fact>
        )}
        {video.externalId && (
          <Fact name="Id there">
            <Address text={video.externalId} />
          </Fact>
        )}
        {video.downloadJobId && (
          <Fact name="Download">
            <a className="text-primary-text hover:underline" href={adminHref('job', video.downloadJobId)}>
              Its last download
            </a>
            {video.downloadError && <p className="text-danger">{video.downloadError}</p>}
          </Fact>
        )}
        {video.languages.length > 0 && <Fact name="Translations">{video.languages.join(', ')}</Fact>}
        {video.mergedFrom.length > 0 && (
          <Fact name="Merged in">{video.mergedFrom.map(({ title }) => title).join(', ')}</Fact>
        )}
        <Fact name="Id">
          <code className="text-xs">{video.id}</code>
        </Fact>
      </dl>
    </Card>
  );
}

function Outside({ url }: { url: string }) {
  return (
    <a className="text-primary-text hover:underline" href={url} target="_blank" rel="noreferrer noopener">
      <Address text={url} />
    </a>
  );
}
