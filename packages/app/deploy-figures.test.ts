import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Feature } from '@vesper/core/feature.ts';
import pg from 'pg';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { createOwnFigures } from './composition/figures.ts';
import { FEATURES } from './features.ts';

const fileOf = (name: string) => fileURLToPath(new URL(`../../deploy/${name}`, import.meta.url));
const RULES = fileOf('prometheus-alerts.yml');
const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

/** Names with labels, and those of histograms. */
async function knownFigures(): Promise<Map<string, readonly string[]>> {
  const known = new Map<string, readonly string[]>([['up', ['job', 'instance']]]);
  const features: readonly Feature[] = FEATURES;
  for (const { figures } of features)
    for (const [name, { labels = [] }] of Object.entries(figures?.defined ?? {})) known.set(name, labels);
  const pool = new pg.Pool();
  for (const process of ['web', 'worker'] as const)
    for (const { name } of await createOwnFigures(process, pool).read())
      known.set(name, OWN_LABELS[name] ?? []);
  await pool.end();
  const durations = 'http_request_duration_seconds';
  for (const suffix of ['bucket', 'sum', 'count'])
    known.set(`${durations}_${suffix}`, [...(known.get(durations) ?? []), 'le']);
  return known;
}

const OWN_LABELS: Readonly<Record<string, readonly string[]>> = {
  http_request_duration_seconds: ['method', 'route', 'status'],
  page_cache_requests_total: ['result'],
  outbound_requests_total: ['process', 'host', 'outcome', 'worker'],
  jobs_total: ['job', 'outcome', 'worker'],
  database_connections: ['process', 'state', 'worker'],
  worker_resident_memory_bytes: ['worker'],
  worker_cpu_seconds: ['worker'],
};

const FUNCTIONS = /[a-z_]+(?=\s*\()/g;
const WORDS = new Set(['and', 'or', 'unless', 'by', 'without', 'on']);

/** Figures and labels of a PromQL expression. */
function namesIn(expression: string): { figures: string[]; labels: string[] } {
  const plain = expression.replace(/"[^"]*"/g, '');
  const grouped = [...plain.matchAll(/\b(?:by|without|on)\s*\(([^)]*)\)/g)].map(([, list = '']) => list);
  const chosen = [...plain.matchAll(/\{([^}]*)\}/g)].map(([, list = '']) => list);
  const rest = plain
    .replace(/\b(?:by|without|on)\s*\([^)]*\)/g, ' ')
    .replace(/\{[^}]*\}|\[[^\]]*\]/g, ' ')
    .replace(FUNCTIONS, ' ');
  const words = (text: string) => text.match(/[a-z_][a-z0-9_]*/g) ?? [];
  return {
    figures: words(rest).filter((word) => !WORDS.has(word)),
    labels: [...grouped, ...chosen].flatMap(words),
  };
}

function expressionsOfRules(): string[] {
  const { groups } = parse(readFileSync(RULES, 'utf8')) as { groups: { rules: { expr: string }[] }[] };
  return groups.flatMap(({ rules }) => rules.map(({ expr }) => expr));
}

function expressionsOfDashboard(): string[] {
  const { panels } = JSON.parse(readFileSync(fileOf('grafana-dashboard.json'), 'utf8')) as {
    panels: { targets: { expr: string }[] }[];
  };
  return panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
}

test.each([
  ['the alert rules', expressionsOfRules, 15],
  ['the dashboard', expressionsOfDashboard, 22],
])('%s use only existing figures and labels', async (_, read, least) => {
  const known = await knownFigures();
  const expressions = read();
  expect(expressions.length).toBeGreaterThanOrEqual(least);
  for (const expression of expressions) {
    const { figures, labels } = namesIn(expression);
    expect(figures.length, expression).toBeGreaterThan(0);
    expect(
      figures.filter((name) => !known.has(name)),
      expression,
    ).toEqual([]);
    const theirs = figures.flatMap((name) => known.get(name) ?? []);
    expect(
      labels.filter((label) => !theirs.includes(label)),
      expression,
    ).toEqual([]);
  }
});

test.skipIf(!hasPromtool)('Prometheus reads the rules', () => {
  const said = execFileSync('promtool', ['check', 'rules', RULES], { encoding: 'utf8' });
  expect(said).toContain('SUCCESS: 15 rules found');
});
