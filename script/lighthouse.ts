/** Prints Lighthouse's four categories for three pages, the median of several runs; exits 1 if one is below 95. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createClient, fetchTransport, pageHref } from '@vesper/contract';
import lighthouse from 'lighthouse';
import { chromium } from 'playwright-core';
import { CHROMIUM, CHROMIUM_FLAGS } from '../packages/web/test/browser.ts';

const LEAST = 95;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
type Category = (typeof CATEGORIES)[number];
type Scores = Record<Category, number>;

const site = process.argv[2]?.replace(/\/$/, '');
const runs = Number(process.argv[3] ?? 3);
if (!site || !(runs >= 1)) {
  process.stderr.write('Usage: script/lighthouse ADDRESS [RUNS], with a site running at that address.\n');
  process.exit(2);
}

const table: Record<string, Scores> = {};
for (const [name, address] of Object.entries(await pagesOf(site))) {
  const all: Scores[] = [];
  for (let run = 0; run < runs; run += 1) all.push(await examine(address));
  table[name] = medians(all);
}
console.table(table);
const scores = Object.values(table).flatMap((row) => Object.values(row));
process.exitCode = scores.every((score) => score >= LEAST) ? 0 : 1;

async function pagesOf(origin: string): Promise<Record<string, string>> {
  const client = createClient(fetchTransport(origin));
  const [video] = (await client.videos.list()).videos;
  const categories = await client.categories.list();
  const [category] = categories.toSorted((a, b) => b.videoCount - a.videoCount);
  if (!video || !category) throw new Error('The site has no videos to test with.');
  return {
    home: origin + pageHref.home(),
    video: origin + pageHref.video(video.id),
    category: origin + pageHref.category(category.slug),
  };
}

/** One run with Lighthouse's default settings, a phone on a slow network, past the age gate, with a fresh profile. */
async function examine(address: string): Promise<Scores> {
  const profile = mkdtempSync(path.join(tmpdir(), 'vesper-lighthouse-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: CHROMIUM,
    args: [...CHROMIUM_FLAGS, '--remote-debugging-port=0'],
  });
  try {
    // Lighthouse keeps cookies.
    await context.addCookies([{ name: 'age_confirmed', value: '1', url: address }]);
    const result = await lighthouse(address, {
      port: debuggingPort(profile),
      onlyCategories: [...CATEGORIES],
      logLevel: 'error',
    });
    if (!result) throw new Error(`Lighthouse returned no result for ${address}.`);
    explain(address, result.lhr);
    const scoreOf = (name: Category) => Math.round((result.lhr.categories[name]?.score ?? 0) * 100);
    return Object.fromEntries(CATEGORIES.map((name) => [name, scoreOf(name)])) as Scores;
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

/** The port chosen by the system, as Chromium writes it into its profile. */
function debuggingPort(profile: string): number {
  return Number(readFileSync(path.join(profile, 'DevToolsActivePort'), 'utf8').split('\n')[0]);
}

type Result = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr'];

/** Prints the audits below the full score. */
function explain(address: string, { audits, categories }: Result): void {
  for (const category of Object.values(categories)) {
    for (const { id, weight } of category.auditRefs) {
      const audit = audits[id];
      if (!audit || weight === 0 || audit.score === null || audit.score >= 0.9) continue;
      process.stderr.write(`${address}: ${category.id}: ${audit.title} ${audit.displayValue ?? ''}\n`);
    }
  }
}

function medians(all: readonly Scores[]): Scores {
  const middle = (name: Category) => {
    const sorted = all.map((scores) => scores[name]).toSorted((a, b) => a - b);
    return sorted[Math.floor(sorted.length / 2)] ?? 0;
  };
  return Object.fromEntries(CATEGORIES.map((name) => [name, middle(name)])) as Scores;
}
