import type { CallInput, ManagedVideo, Routes } from '@vesper/contract';
import { ActButton } from '../../ui/dialog/acts.tsx';
import { STATUS_WORDS } from './video-words.ts';

type Named = Pick<ManagedVideo, 'id' | 'title' | 'kind'>;

/** Decisions about a video that is hidden as gone. A hosted one lacks its film. */
export function GoneActs({ video }: { video: Named }) {
  return (
    <>
      <Decide video={video} word={video.kind === 'hosted' ? 'Re-download' : 'Restore'} decision="restore" />
      <Decide video={video} word="Keep hidden" decision="keep_hidden" />
    </>
  );
}

interface DecideProps extends Pick<CallInput<Routes['health']['decide']>, 'decision'> {
  video: Named;
  word: string;
}

function Decide({ video: { id, title }, word, decision }: DecideProps) {
  return (
    <ActButton
      word={word}
      row={title}
      run={(client) => client.health.decide({ id, decision })}
      failure="It could not be decided."
      success={({ status }) => `The video is now: ${STATUS_WORDS[status].word.toLowerCase()}`}
    />
  );
}

/** For a hosted video whose film is missing. */
export function BringAgainButton({ video: { id, title } }: { video: Named }) {
  return (
    <ActButton
      word="Re-download"
      row={title}
      run={(client) => client.catalogue.redownload({ id })}
      failure="The download could not be queued."
      success="Download queued"
    />
  );
}
