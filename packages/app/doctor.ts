/** script/doctor: checks this machine and its settings, and says what to do. */
import { parseArgs } from 'node:util';
import { examine } from './doctor/examine.ts';
import { type Finding, toLines } from './doctor/finding.ts';
import { followSite } from './processes/account.ts';
import { runMain } from './processes/process.ts';
import { type Config, readConfig } from './settings/config.ts';

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

// If the reader closes the pipe (`| head`).
process.stdout.on('error', () => {});

/** So that checks leave no files of root's behind. */
async function becomeSite(): Promise<void> {
  let config: Config;
  try {
    config = readConfig(process.env, process.cwd());
  } catch {
    // The first finding reports it.
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
