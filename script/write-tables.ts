/** node script/write-tables.ts: writes docs/calls.md, docs/jobs.md and docs/settings.md. */
import { writeFile } from 'node:fs/promises';
import { JOBS } from '../packages/app/features.ts';
import { readConfig } from '../packages/app/settings/config.ts';
import { listSettings } from '../packages/app/settings/list-settings.ts';
import { callsTable } from '../packages/site/server/api-document/index.ts';

export const TABLES = [
  ['docs/calls.md', callsTable],
  ['docs/jobs.md', jobsTable],
  ['docs/settings.md', settingsTable],
] as const;

const JOBS_HEAD = `# Jobs

\`node script/write-tables.ts\` generates this page from the code.

The worker runs them, and catches up once on a missed run. Jobs without a time run when there is work for them.

| Job | When | Does |
|---|---|---|
`;

function jobsTable(): string {
  const rows = JOBS.map(({ name, does, cron, atStart }) => {
    const when = [cron && timeOf(cron), atStart && 'at start'].filter(Boolean).join(', ');
    return `| \`${name}\` | ${when} | ${does} |\n`;
  });
  return JOBS_HEAD + rows.toSorted().join('');
}

function timeOf(cron: string): string {
  return cron
    .replace(/^\d (?=\d)/, '0$&')
    .replace(/^(\d+) (\d+)( \*){3}$/, '$2:$1')
    .replace(/^(\d+)( \*){4}$/, 'minute $1')
    .replace(/^\*\/(\d+)( \*){4}$/, 'every $1 minutes')
    .replace(/^\*( \*){4}$/, 'every minute');
}

const SETTINGS_HEAD = `# Settings

\`node script/write-tables.ts\` generates this page from the code; \`/admin/settings\` shows the values in force.

Settings are read from the environment when a process starts; an empty value counts as not set. Those marked * can also be
changed at \`/admin/settings\` while the site runs, in the same format: for all processes at once, without a restart. The
environment takes precedence over a changed value, and that over the default. After lowering a limit, running downloads
finish first. A process with an invalid value exits with one sentence and exit code 78.

After a change of \`SIGNING_KEY\`, open pages must be reloaded, and administrators must set up their authenticator apps again
(passkeys and recovery codes still work).
`;

const SETTINGS_TAIL = `
## For the demo and the tests

| Setting | Default | Meaning |
|---|---|---|
| \`DEMO_CLIPS_DIR\` | \`.cache/demo-clips\` | Folder for the clips of \`script/demo\`. |
| \`DEMO_SOURCE_PORT\` | a free port, kept | Port of the demo's source. |
| \`DEMO_SMALL\` | | Makes 32 clips of four seconds. |
| \`CHROMIUM_PATH\` | | Browser for the tests. |
`;

/** Defaults that depend on the machine or on other settings, or are shown differently than written. */
const DEFAULTS: Record<string, string> = {
  DATA_DIR: '`data`',
  WEB_PROCESSES: 'number of cores, at most 16',
  MEDIA_THREADS: 'number of cores',
  SIGNING_KEY: 'in `DATA_DIR/secrets`',
  OTEL_TRACES_SAMPLER_ARG: '`0.05`',
  S3_REGION: '`us-east-1`',
  S3_FORCE_PATH_STYLE: '`true` with an endpoint',
  BACKUP_S3_REGION: '`us-east-1`',
  BACKUP_S3_FORCE_PATH_STYLE: '`true` with an endpoint',
  MEDIA_ACCEL_PREFIX: '`/_files/`',
  MEDIA_RATE_LIMIT: '`0`',
  DISK_WARN_BELOW: '`10GB 10%`',
  DISK_STOP_BELOW: '`1GB 2%`',
};

function settingsTable(): string {
  const groups = Map.groupBy(listSettings(readConfig({}, '')), ({ group }) => group);
  const sections = [...groups].map(([group, settings]) => {
    const rows = settings.map(({ name, value, about, change }) => {
      const written = change?.written ?? value;
      const fallback = DEFAULTS[name] ?? (written && `\`${written}\``);
      return `| \`${name}\`${change ? ' *' : ''} | ${fallback} | ${about}. |\n`;
    });
    return `\n## ${group}\n\n| Setting | Default | Meaning |\n|---|---|---|\n${rows.join('')}`;
  });
  return SETTINGS_HEAD + sections.join('') + SETTINGS_TAIL;
}

if (import.meta.main)
  for (const [file, text] of TABLES) await writeFile(new URL(`../${file}`, import.meta.url), text());
