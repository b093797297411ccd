import { parseArgs } from 'node:util';
import type { Command as AnyCommand, CommandLine as Words } from '@vesper/core/command.ts';
import { StartError } from '@vesper/core/lib/start-error.ts';
import { editDistance } from '@vesper/core/lib/text/edit-distance.ts';

type Command = AnyCommand<never>;

export interface CommandLine extends Pick<Words, 'operands' | 'options'> {
  name: string;
}

const OPTION = /--([a-z][a-z-]*)(?: ([A-Z][A-Z/[\],]*|[a-z\d]+(?:\|[a-z\d]+)+))?/g;
/** A word less similar than this to every known one is not a typo. */
const MOST_WRONG = 0.5;

/** Undefined if help is wanted. Throws StartError for anything unknown: a typo must not do something else. */
export function readCommandLine(
  words: readonly string[],
  commands: ReadonlyMap<string, Command>,
): CommandLine | undefined {
  const { tokens } = parseArgs({
    args: [...words],
    options: {},
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const first = tokens.find(({ kind }) => kind === 'positional')?.index ?? words.length;
  const [topic = '', verb = ''] = words.slice(first).filter((word) => !word.startsWith('-'));
  if (topic === '' || topic === 'help' || words.includes('--help')) return undefined;
  const name = commands.has(`${topic} ${verb}`) ? `${topic} ${verb}` : topic;
  const command = commands.get(name);
  if (!command) throw new StartError(unknownCommand(`${topic} ${verb}`.trim(), topic, commands));
  const { positionals, values } = readWords(words, name, command);
  const operands = positionals.slice(name.split(' ').length);
  const surplus = operands[mostOperands(command)];
  if (surplus !== undefined) throw new StartError(unknownOperand(surplus, name, commands));
  return { name, operands, options: values };
}

/** The commands that begin with these words, or all. Throws StartError if none do. */
export function commandsToExplain(
  words: readonly string[],
  commands: ReadonlyMap<string, Command>,
): [name: string, Command][] {
  const [topic = '', verb = ''] = words.filter((word) => word !== 'help' && !word.startsWith('-'));
  const name = commands.has(`${topic} ${verb}`) ? `${topic} ${verb}` : topic;
  const found = [...commands].filter(([one]) => name === '' || one === name || one.startsWith(`${name} `));
  if (found.length === 0) throw new StartError(unknownCommand(topic, topic, commands));
  return found;
}

function readWords(words: readonly string[], name: string, command: Command) {
  const options = optionsOf(command);
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true });
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    if (!code.startsWith('ERR_PARSE_ARGS')) throw error;
    const unknown = /Unknown option '(-[^']*)'/.exec(message)?.[1];
    if (unknown === undefined) throw new StartError(`${message.split(/[.\n]/, 1)[0]}.`);
    const near = nearest(
      unknown,
      Object.keys(options).map((option) => `--${option}`),
    );
    throw new StartError(`The command "${name}" has no option ${unknown}.${suggest(near)}`);
  }
}

/** From the usage: an option followed by a word takes a value. */
function optionsOf({ operands = '' }: Command): Record<string, { type: 'string' | 'boolean' }> {
  const found = [...operands.matchAll(OPTION)].map(
    ([, name = '', value]) => [name, { type: value === undefined ? 'boolean' : 'string' }] as const,
  );
  return Object.fromEntries(found);
}

function mostOperands({ operands = '' }: Command): number {
  if (operands.includes('...')) return Number.POSITIVE_INFINITY;
  const [alone = ''] = operands.replaceAll(OPTION, '').split('|');
  return alone.match(/[A-Z]+/g)?.length ?? 0;
}

function unknownCommand(said: string, topic: string, commands: ReadonlyMap<string, Command>): string {
  const ofTopic = [...commands.keys()].filter((name) => name.startsWith(`${topic} `));
  const near = nearest(said, ofTopic.length > 0 && said !== topic ? ofTopic : [...commands.keys()]);
  if (ofTopic.length > 0 && said === topic)
    return `"${topic}" needs one more word: ${ofTopic.map((name) => `"${name}"`).join(', ')}.`;
  return `Unknown command "${said}".${suggest(near) || ' "script/vesper help" lists them.'}`;
}

function unknownOperand(surplus: string, name: string, commands: ReadonlyMap<string, Command>): string {
  const ofTopic = [...commands.keys()].filter((one) => one.startsWith(`${name} `));
  const near = nearest(`${name} ${surplus}`, ofTopic);
  return `The command "${name}" does not take "${surplus}".${suggest(near)}`;
}

function nearest(said: string, known: readonly string[]): string | undefined {
  const byDistance = known
    .map((word) => ({ word, wrong: editDistance([...said], [...word]) / Math.max(word.length, said.length) }))
    .sort((a, b) => a.wrong - b.wrong);
  return byDistance.find(({ wrong }) => wrong <= MOST_WRONG)?.word;
}

function suggest(near: string | undefined): string {
  return near === undefined ? '' : ` Did you mean "${near}"?`;
}
