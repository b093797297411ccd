import { CloudOff } from 'lucide-react';
import { callFailureOf, sentenceOf } from '../data/call-failure.ts';
import { useAnswers } from '../data/use-answer.ts';
import { HomeLink, StateScreen } from './state-screen.tsx';

/** Retrying cannot fix a rejected request, but may fix anything else. */
export function FailureScreen({ error, level = 1 }: { error: unknown; level?: 1 | 2 }) {
  const cache = useAnswers();
  const isRefused = (callFailureOf(error)?.status ?? 500) < 500;
  return (
    <StateScreen
      icon={CloudOff}
      level={level}
      title={isRefused ? 'This address cannot be shown' : 'Something went wrong'}
      text={sentenceOf(error)}
      action={
        isRefused ? (
          <HomeLink />
        ) : (
          <button type="button" className="button quiet" onClick={() => cache.retryFailed()}>
            Try again
          </button>
        )
      }
    />
  );
}
