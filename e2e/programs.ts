import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { COMPILE_CACHE } from '../packages/server/src/test/run-command.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Kept between runs. */
export const NUMBERED_CLIPS_DIRECTORY = path.join(root, '.cache', 'numbered-clips');

export interface Program {
  process: ChildProcess;
  /** Everything it has printed so far, on both streams. */
  output(): string;
  /** Resolves with the match once printed; rejects if the program ends first, or after a time limit. */
  until(pattern: RegExp, timeoutMs?: number): Promise<RegExpExecArray>;
  /** Asks it to end and waits for its exit code. */
  stop(): Promise<number | null>;
}

/** Starts one of the project's programs. */
export function startProgram(args: string[], env: Record<string, string>): Program {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: cleanEnvironment(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  let look = () => {};
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
      look();
    });
  }
  child.once('exit', () => look());
  return {
    process: child,
    output: () => text,
    until(pattern, timeoutMs = 240_000) {
      return new Promise((resolve, reject) => {
        const timer = setTimeout(
          () => reject(new Error(`${args[0]} did not print ${pattern}:\n${text}`)),
          timeoutMs,
        );
        look = () => {
          const found = pattern.exec(text);
          const ended = child.exitCode !== null || child.signalCode !== null;
          if (!found && !ended) return;
          clearTimeout(timer);
          if (found) resolve(found);
          else reject(new Error(`${args[0]} ended without printing ${pattern}:\n${text}`));
        };
        look();
      });
    },
    stop() {
      if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode);
      const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
      child.kill('SIGTERM');
      return ended;
    },
  };
}

async function runProgram(args: string[], env: Record<string, string>): Promise<string> {
  const program = startProgram(args, env);
  await new Promise((resolve) => program.process.once('close', resolve));
  if (program.process.exitCode !== 0) throw new Error(`${args.join(' ')} failed:\n${program.output()}`);
  return program.output();
}

export const SERVE = ['packages/server/src/main/serve.ts'];

export function vesper(words: string[], env: Record<string, string>): Promise<string> {
  return runProgram(['packages/server/src/main/cli.ts', ...words], env);
}

/** The child of `parentPid` whose command line ends with `script`; undefined while there is none. */
export function childRunning(parentPid: number, script: string): number | undefined {
  return processes().find(({ parent, command }) => parent === parentPid && command.endsWith(script))?.pid;
}

/** The pids of a process and all its descendants. */
export function familyOf(pid: number): number[] {
  const children = processes().filter(({ parent }) => parent === pid);
  return [pid, ...children.flatMap((child) => familyOf(child.pid))];
}

function processes(): { pid: number; parent: number; command: string }[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
        return [{ pid: Number(name), parent, command }];
      } catch {
        // It has ended meanwhile.
        return [];
      }
    });
}

/** The test runner's own variables would change how our programs behave. */
function cleanEnvironment(env: Record<string, string>): Record<string, string> {
  const { PATH = '', HOME = '/' } = process.env;
  return { PATH, HOME, NODE_ENV: 'production', ...COMPILE_CACHE, ...env };
}
