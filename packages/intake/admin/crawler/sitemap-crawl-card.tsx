import { MAX_SITEMAP_CRAWL, routes, type SitemapCrawled } from '@vesper/contract';
import { useAdminMutation, useAdminQuery } from '@vesper/web/admin/data/calls.ts';
import { Button } from '@vesper/web/admin/ui/button.tsx';
import { Card } from '@vesper/web/admin/ui/card.tsx';
import { Form, TextField } from '@vesper/web/admin/ui/form.tsx';
import { countText, formatCount } from '@vesper/web/ui/format.ts';
import { Map as MapIcon } from 'lucide-react';
import { useState } from 'react';

const DEFAULT_COUNT = 10;

const MODES = [
  ['random', 'Random Sample'],
  ['sequential', 'Sequential'],
] as const;
type Mode = (typeof MODES)[number][0];

export function SitemapCrawlCard() {
  const { data: source } = useAdminQuery(routes.sitemapCrawls.source);
  const [videoCount, setVideoCount] = useState(DEFAULT_COUNT);
  const [mode, setMode] = useState<Mode>('random');
  const [crawled, setCrawled] = useState<SitemapCrawled>();
  // The source that the card names, even if another is first by now.
  const sourceId = source?.sourceId;
  const { run, isRunning } = useAdminMutation({
    run: (client, request: { videoCount: number; mode: Mode }) =>
      client.sitemapCrawls.start({ ...request, ...(sourceId ? { sourceId } : {}) }),
    failure: 'Failed to crawl TXxx sitemaps',
    success: formatCrawlResult,
    onDone: setCrawled,
  });
  const label = source?.label ?? 'TXxx';
  const submit = () => {
    setCrawled(undefined);
    void run({ videoCount, mode });
  };
  return (
    <Card title={`${label} Sitemap Crawler`} icon={MapIcon} about={formatFileCount(source?.sitemapFiles)}>
      <Form noValidate onSubmit={submit} className="flex flex-col gap-3">
        <CountField count={videoCount} onChange={setVideoCount} />
        <ModeToggle mode={mode} onChange={setMode} />
        <Button type="submit" look="primary" icon={MapIcon} isBusy={isRunning} className="self-start">
          Crawl {label} Sitemaps
        </Button>
        {crawled && <Outcome crawled={crawled} />}
      </Form>
    </Card>
  );
}

/** An empty field becomes 1; anything else out of range is ignored. */
function CountField({ count, onChange }: { count: number; onChange: (count: number) => void }) {
  return (
    <TextField
      label="Number of videos"
      name="videoCount"
      type="number"
      min={1}
      max={MAX_SITEMAP_CRAWL}
      step={1}
      value={count}
      hint={`From 1 to ${MAX_SITEMAP_CRAWL}.`}
      onChange={({ target }) => {
        if (target.validity.badInput) return;
        if (target.value === '') {
          onChange(1);
          // So that typing replaces it.
          requestAnimationFrame(() => target.select());
        } else if (/^\d+$/.test(target.value)) {
          const number = Number(target.value);
          if (number >= 1 && number <= MAX_SITEMAP_CRAWL) onChange(number);
        }
      }}
    />
  );
}

function ModeToggle({ mode, onChange }: { mode: Mode; onChange: (mode: Mode) => void }) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">Mode</legend>
      <div className="grid grid-cols-2 rounded-lg border border-line p-1">
        {MODES.map(([value, word]) => (
          <label
            key={value}
            className="grid min-h-11 cursor-pointer place-items-center rounded-md px-3 text-sm font-medium text-muted has-checked:bg-raised has-checked:text-primary-text has-focus-visible:outline-2 has-focus-visible:outline-primary"
          >
            <input
              type="radio"
              name="mode"
              className="sr-only"
              checked={mode === value}
              onChange={() => onChange(value)}
            />
            {word}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Outcome({ crawled }: { crawled: SitemapCrawled }) {
  const { jobsCreated, videosFound, duplicatesSkipped, errors, problems } = crawled;
  return (
    <div role="status" className="rounded-lg border border-line p-3 text-sm">
      <p>
        Jobs created: {formatCount(jobsCreated)} | Videos found: {formatCount(videosFound)} | Duplicates
        skipped: {formatCount(duplicatesSkipped)} | Errors: {formatCount(errors)}
      </p>
      {problems.length > 0 && (
        <ul className="mt-2 flex max-h-40 flex-col gap-1 overflow-y-auto text-xs text-warn">
          {problems.map((problem) => (
            <li key={problem} className="wrap-anywhere">
              {problem}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function formatFileCount(sitemapFiles: number | null | undefined): string | undefined {
  if (sitemapFiles === undefined) return undefined;
  if (sitemapFiles === null) return 'The first crawl counts the sitemap files.';
  return `${countText(sitemapFiles, 'sitemap file')} ${sitemapFiles === 1 ? 'exists' : 'exist'}.`;
}

function formatCrawlResult({ jobsCreated, videosFound, duplicatesSkipped, errors }: SitemapCrawled) {
  const description = `Found: ${videosFound} | Duplicates skipped: ${duplicatesSkipped} | Errors: ${errors}`;
  if (jobsCreated === 0)
    return { title: 'TXxx crawl - no videos added', description, tone: 'destructive' as const };
  return { title: `${formatCount(jobsCreated)} videos added to download queue`, description };
}
