/** script/doctor: looks whether this machine and its settings will do for a site, and says what to do. */
import { parseArgs } from 'node:util';
import { examine } from './doctor/examine.ts';
import { type Finding, toLines } from './doctor/finding.ts';
import { runMain } from './process.ts';

await runMain(async () => {
  const { values } = parseArgs({ options: { json: { type: 'boolean' } } });
  const findings: Finding[] = [];
  for await (const finding of examine(process.env, process.cwd())) {
    findings.push(finding);
    if (!values.json) print(toLines(finding).join('\n'));
  }
  const count = (status: Finding['status']) => findings.filter((one) => one.status === status).length;
  if (values.json) print(JSON.stringify(findings, null, 2));
  else print(`\n${count('ok')} ok, ${sayWarnings(count('warning'))}, ${count('failed')} failed.`);
  process.exitCode = count('failed') > 0 ? 1 : 0;
});

// Whoever reads the output may have seen enough (`| head`).
process.stdout.on('error', () => {});

function sayWarnings(count: number): string {
  return count === 1 ? '1 warning' : `${count} warnings`;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
