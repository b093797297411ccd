import type { CrawlerRun } from '@vesper/contract';
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx';

const WORDS: Record<CrawlerRun['status'], { word: string; tone: Tone }> = {
  running: { word: 'Running', tone: 'busy' },
  completed: { word: 'Completed', tone: 'good' },
  failed: { word: 'Failed', tone: 'bad' },
  cancelled: { word: 'Stopped', tone: 'warn' },
};

export function RunBadge({ status }: Pick<CrawlerRun, 'status'>) {
  const { word, tone } = WORDS[status];
  return <StatusBadge tone={tone}>{word}</StatusBadge>;
}
