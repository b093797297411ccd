/** script/doctor: looks whether this machine and its settings will do for a site, and says what to do. */
import { parseArgs } from 'node:util';
import { followSite } from './account.ts';
import { type Config, readConfig } from './config.ts';
import { examine } from './doctor/examine.ts';
import { type Finding, toLines } from './doctor/finding.ts';
import { runMain } from './process.ts';

await runMain(async () => {
  const { values } = parseArgs({ options: { json: { type: 'boolean' } } });
  await becomeSite();
  const findings: Finding[] = [];
  for await (const finding of examine(process.env, process.cwd())) {
    findings.push(finding);
    if (!values.json) print(toLines(finding).join('\n'));
  }
  const count = (status: Finding['status']) => findings.filter((one) => one.status === status).length;
  if (values.json) print(JSON.stringify(findings, null, 2));
  else print(`\n${count('ok')} ok, ${formatWarningCount(count('warning'))}, ${count('failed')} failed.`);
  process.exitCode = count('failed') > 0 ? 1 : 0;
});

// Whoever reads the output may have seen enough (`| head`).
process.stdout.on('error', () => {});

/** So that what is looked at is looked at as the site sees it, and nothing of root's stays behind. */
async function becomeSite(): Promise<void> {
  let config: Config;
  try {
    config = readConfig(process.env, process.cwd());
  } catch {
    // Which setting is wrong is the first finding.
    return;
  }
  await followSite(config);
}

function formatWarningCount(count: number): string {
  return count === 1 ? '1 warning' : `${count} warnings`;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
