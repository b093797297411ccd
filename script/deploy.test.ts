import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { BlockList } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DCLinter } from 'dclint';
import { validate } from 'dockerfile-utils';
import { afterAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type Config, readConfig } from '../packages/app/settings/config.ts';

const root = path.join(import.meta.dirname, '..');
const deploy = path.join(root, 'deploy');
const textOf = (name: string) => readFileSync(path.join(deploy, name), 'utf8');

interface Service {
  image: string;
  environment?: Record<string, string>;
  env_file?: object[];
  volumes: string[];
  networks: string[] | Record<string, { ipv4_address?: string }>;
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: object;
  ports?: string[];
  tmpfs?: string[];
  read_only?: boolean;
  command?: string[];
}

const compose: {
  services: Record<string, Service>;
  volumes: Record<string, object>;
  networks: Record<string, { ipam?: { config: Record<string, string>[] } }>;
} = parse(textOf('compose.yaml'), { merge: true });
const services = Object.entries(compose.services);

/** As systemd reads it: between single quotes everything is itself (systemd.exec(5), "EnvironmentFile="). */
const unquoted = (value: string) => /^'([^']*)'$/.exec(value)?.[1] ?? value;

/** The lines NAME=value, optionally including those commented out. */
function settingsIn(name: string, { all }: { all: boolean }): Record<string, string> {
  const line = all ? /^#?([A-Z][A-Z0-9_]*)=(.*)$/gm : /^([A-Z][A-Z0-9_]*)=(.*)$/gm;
  return Object.fromEntries(
    [...textOf(name).matchAll(line)].map(([, key = '', value = '']) => [key, unquoted(value)]),
  );
}

/** The site's settings, and the names of the variables that it reads. */
function read(env: Record<string, string>): { config: Config; names: Set<string> } {
  const names = new Set<string>();
  const watched = new Proxy(env, {
    get(target, name: string) {
      names.add(name);
      return target[name];
    },
  });
  return { config: readConfig(watched, '/srv/vesper'), names };
}

/** A container's environment, as compose builds it from its own and a filled .env. */
function environmentOf(service: string, env: Record<string, string>): Record<string, string> {
  const given = compose.services[service]?.environment ?? {};
  const filled = (text: string) =>
    text.replace(/\$\{(\w+)(?::-([^}]*)|:\?)?\}/g, (_, name: string, fallback = '') => env[name] || fallback);
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, filled(value)]));
}

/** deploy/compose.env, with a value for each required variable. */
function filled(options: { all: boolean }): Record<string, string> {
  const env = settingsIn('compose.env', options);
  const value = (name: string) => (/PASSWORD|KEY|TOKEN/.test(name) ? 'long-enough-for-everything' : '');
  return Object.fromEntries(Object.entries(env).map(([name, given]) => [name, given || value(name)]));
}

describe('the compose file', () => {
  test('is valid', () => {
    // Skip rules of style, and the one against public ports: these ports are public.
    const order = ['service-keys-order', 'services-alphabetical-order', 'top-level-properties-order'];
    const off = [...order, 'require-quotes-in-ports', 'no-unbound-port-interfaces'].map((rule) => [rule, 0]);
    const linter = new DCLinter({ rules: Object.fromEntries(off), quiet: false, debug: false, exclude: [] });
    const [result] = linter.lintFiles([path.join(deploy, 'compose.yaml')], false);
    expect(result?.messages).toEqual([]);
  });

  test('names only existing volumes, networks, services and files', () => {
    for (const [, { volumes, networks, depends_on = {} }] of services) {
      for (const [from = ''] of volumes.map((volume) => volume.split(':'))) {
        if (from.startsWith('.')) expect([from, existsSync(path.join(deploy, from))]).toEqual([from, true]);
        else if (!from.startsWith('/')) expect(compose.volumes).toHaveProperty(from);
      }
      for (const network of Array.isArray(networks) ? networks : Object.keys(networks))
        expect(compose.networks).toHaveProperty(network);
      for (const [name, { condition }] of Object.entries(depends_on))
        if (condition === 'service_healthy') expect(compose.services[name]).toHaveProperty('healthcheck');
    }
  });

  test("opens only nginx's ports, and makes the file systems of all others read-only", () => {
    expect(services.flatMap(([name, { ports = [] }]) => ports.map((port) => `${name} ${port}`))).toEqual([
      'nginx 0.0.0.0:80:80',
      'nginx 0.0.0.0:443:443',
    ]);
    const writing = services.filter(([, { read_only }]) => !read_only).map(([name]) => name);
    expect(writing).toEqual(['database']);
  });

  test("limits nginx's in-memory files, which anyone can make it write", () => {
    const { tmpfs = [] } = compose.services.nginx ?? {};
    expect(tmpfs.length).toBeGreaterThan(0);
    for (const folder of tmpfs) expect(folder).toMatch(/:size=\d+m$/);
  });

  test('uses only variables of compose.env', () => {
    const asked = [...textOf('compose.yaml').matchAll(/(?<!\$)\$\{(\w+)/g)].map(([, name = '']) => name);
    expect(asked.length).toBeGreaterThan(5);
    const known = settingsIn('compose.env', { all: true });
    for (const name of asked) expect(known).toHaveProperty(name);
  });

  test.each(['site', 'worker'])('gives the %s settings that there are, and that fit together', (service) => {
    for (const all of [false, true]) {
      const env = environmentOf(service, filled({ all }));
      const { config, names } = read(env);
      for (const name of Object.keys(env)) expect(names).toContain(name);
      expect(config.role).toBe(service === 'site' ? 'web' : 'worker');
      expect(config.storage.main).toBe(all ? 's3' : 'fs');
      expect(config.delivery.accel.kind).toBe('x-accel');
      expect(config.metricsToken === undefined).toBe(!all);
      expect(compose.services[service]?.env_file).toEqual([{ path: 'settings.env', required: false }]);
    }
  });

  test('gives the site a fixed address of its own', () => {
    const { networks = {} } = compose.services.site ?? {};
    const address = Array.isArray(networks) ? undefined : networks.inside?.ipv4_address;
    const [{ subnet = '', ip_range: others = '' } = {}] = compose.networks.inside?.ipam?.config ?? [];
    const holds = (network: string) => {
      const [base = '', bits = ''] = network.split('/');
      const list = new BlockList();
      list.addSubnet(base, Number(bits));
      return list.check(address ?? '');
    };
    expect([holds(subnet), holds(others)]).toEqual([true, false]);
  });

  test("changes existing places of nginx's configuration", () => {
    const [, , script = ''] = compose.services.nginx?.command ?? [];
    const from = [...script.matchAll(/-e "?s(.)(.+?)\1/g)].map(([, , pattern = '']) => pattern);
    expect(from.length).toBe(3);
    for (const pattern of from) expect(textOf('nginx-site.conf')).toContain(pattern);
  });
});

describe('the image', () => {
  const dockerfile = textOf('Dockerfile');

  test('has a valid description', () => {
    expect(validate(dockerfile).map(({ range, message }) => `${range.start.line + 1}: ${message}`)).toEqual(
      [],
    );
  });

  test('copies existing files, and every package.json', () => {
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, files = '']) =>
      files.split(' '),
    );
    for (const file of copied) expect([file, existsSync(path.join(root, file))]).toEqual([file, true]);
    const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
    for (const name of Object.keys(lock.packages).filter((one) => one.startsWith('packages/')))
      expect(copied).toContain(`${name}/package.json`);
  });

  test("contains none of the operator's own files beside the shipped ones", () => {
    const linesOf = (file: string) => readFileSync(path.join(root, file), 'utf8').split('\n');
    const kept = linesOf('.gitignore').filter((line) => line.startsWith('/deploy/'));
    expect(kept.length).toBeGreaterThan(0);
    const leftOut = linesOf('deploy/Dockerfile.dockerignore').map((line) => `/${line}`);
    expect(leftOut).toEqual(expect.arrayContaining(kept));
  });

  test('runs as an account other than root, with the same command as the unit', () => {
    const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
    expect(last).toMatch(/\nUSER 10001:10001\n/);
    const [, command = ''] = /\nCMD (\[.*\])\n/.exec(last) ?? [];
    const [, program] = JSON.parse(command);
    expect(existsSync(path.join(root, program))).toBe(true);
    expect(textOf('vesper.service')).toContain(`/bin/node ${program}\n`);
  });
});

test('the settings of a server without containers exist and fit together', () => {
  const env = settingsIn('vesper.env', { all: true });
  const { names } = read(env);
  // Required to read the metrics behind nginx.
  expect(env).toHaveProperty('METRICS_TOKEN');
  // Required to prove who wrote a backup.
  for (const text of [textOf('vesper.env'), textOf('compose.env')]) expect(text).toContain('BACKUP_KEY');
  expect(Object.keys(env).length).toBeGreaterThan(3);
  for (const name of Object.keys(env)) expect(names).toContain(name);
});

test('a shell reads them as systemd does', () => {
  const lines = textOf('vesper.env').replace(/^#(?=[A-Z])/gm, '');
  const known = settingsIn('vesper.env', { all: true });
  const script = `set -a && eval "$0" && printf '%s\\0' ${Object.keys(known)
    .map((name) => `"$${name}"`)
    .join(' ')}`;
  const said = execFileSync('/bin/sh', ['-c', script, lines], { encoding: 'utf8', env: {} });
  expect(said.split('\0').slice(0, -1)).toEqual(Object.values(known));
});

describe.skipIf(!existsSync('/usr/bin/systemd-analyze'))('the unit', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'vesper-unit-'));
  const unit = path.join(folder, 'vesper.service');
  writeFileSync(unit, textOf('vesper.service').replaceAll('/srv/vesper', root));
  const analyze = (...args: string[]) =>
    execFileSync('systemd-analyze', args, { encoding: 'utf8', stdio: 'pipe' });

  afterAll(() => rmSync(folder, { recursive: true }));

  test('is understood by systemd', () => {
    expect(analyze('verify', unit)).toBe('');
  });

  test('is sandboxed', () => {
    // Exits with an error beyond 2.5 of 10.
    expect(analyze('security', '--offline=true', '--threshold=25', unit)).toContain('Overall exposure level');
  });
});

test.skipIf(!existsSync('/usr/sbin/logrotate'))('logrotate understands its configuration', () => {
  const dryRun = `/usr/sbin/logrotate --debug ${path.join(deploy, 'logrotate.conf')} 2>&1`;
  const said = execFileSync('/bin/sh', ['-c', dryRun], { encoding: 'utf8' });
  expect(said).toContain('rotating pattern: /var/log/vesper/*.log');
  expect(said).not.toMatch(/^error/m);
});

test('instructions for a log file say to create its folder first', () => {
  const manual = readFileSync(path.join(root, 'docs/operations.md'), 'utf8');
  for (const text of [textOf('logrotate.conf'), manual])
    expect(text).toMatch(
      /install -d -m 0750 \/var\/log\/vesper[\s\S]{1,100}StandardOutput=append:\/var\/log\/vesper\//,
    );
});
