/** node script/write-tables.ts: writes docs/calls.md and docs/settings.md. */
import { writeFile } from 'node:fs/promises';
import { readConfig } from '../packages/app/settings/config.ts';
import { listSettings } from '../packages/app/settings/list-settings.ts';
import { callsTable } from '../packages/site/server/api-document/index.ts';

export const TABLES = [
  ['docs/calls.md', callsTable],
  ['docs/settings.md', settingsTable],
] as const;

const HEAD = `# Settings

\`node script/write-tables.ts\` generates this page from the code; \`/admin/settings\` shows the values in force.

Settings are read from the environment when a process starts; an empty value counts as not set. Those marked * can also be
changed at \`/admin/settings\` while the site runs: for all processes at once, without a restart, written as here. The
environment wins over a changed value, and that over the default. A worker that may run fewer downloads lets those that
run finish. An invalid value ends the start with one sentence and exit code 78.

After a change of \`SIGNING_KEY\`, open pages must be reloaded, and administrators set up their authenticator apps again
(passkeys and recovery codes still work).
`;

const TAIL = `
## For the demo and the tests

| Setting | Default | Meaning |
|---|---|---|
| \`DEMO_CLIPS_DIR\` | \`.cache/demo-clips\` | Folder for the clips of \`script/demo\`. |
| \`DEMO_SOURCE_PORT\` | a free port, kept | Port of the demo's source. |
| \`DEMO_SMALL\` | | Makes 32 clips of four seconds. |
| \`CHROMIUM_PATH\` | | Browser for the tests. |
`;

/** Defaults that depend on the machine or on other settings, or are shown in other words than they are written. */
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
  return HEAD + sections.join('') + TAIL;
}

if (import.meta.main)
  for (const [file, text] of TABLES) await writeFile(new URL(`../${file}`, import.meta.url), text());
