import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type RunningCommand, spawnCommand } from '../packages/test/run-command.ts';

/** Kept between runs. */
export const NUMBERED_CLIPS_DIRECTORY = fileURLToPath(new URL('../.cache/numbered-clips', import.meta.url));

export interface Program extends RunningCommand {
  /** Resolves with the match once printed; rejects if the program ends first, or after a time limit. */
  until(pattern: RegExp, timeoutMs?: number): Promise<RegExpExecArray>;
  /** Asks it to end and waits for its exit code. */
  stop(): Promise<number | null>;
}

/** Starts one of the project's programs. */
export function startProgram(args: string[], env: Record<string, string>): Program {
  const { HOME = '/' } = process.env;
  const command = spawnCommand([process.execPath, ...args], { HOME, NODE_ENV: 'production', ...env });
  let hasEnded = false;
  const noteEnd = () => {
    hasEnded = true;
  };
  command.ended.then(noteEnd, noteEnd);
  return {
    ...command,
    async until(pattern, timeoutMs = 240_000) {
      for (const end = Date.now() + timeoutMs; Date.now() < end; await pause(50)) {
        const isLast = hasEnded;
        const found = pattern.exec(command.output());
        if (found) return found;
        if (isLast) break;
      }
      throw new Error(`${args[0]} did not print ${pattern}:\n${command.output()}`);
    },
    async stop() {
      command.kill('SIGTERM');
      return (await command.ended).code;
    },
  };
}

export const SERVE = ['packages/app/serve.ts'];

/** Runs a command of the operator; its output. */
export async function vesper(words: string[], env: Record<string, string>): Promise<string> {
  const { code, output } = await startProgram(['packages/app/cli.ts', ...words], env).ended;
  if (code !== 0) throw new Error(`${words.join(' ')} failed:\n${output}`);
  return output;
}

/** The child of `parentPid` whose command line ends with `script`. */
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
        const stat = readFileSync(path.join('/proc', name, 'stat'), 'utf8');
        const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
        const command = readFileSync(path.join('/proc', name, 'cmdline'), 'utf8');
        return [{ pid: Number(name), parent, command: command.replaceAll('\0', ' ').trim() }];
      } catch {
        // It has ended meanwhile.
        return [];
      }
    });
}
