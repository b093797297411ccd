import type { Command } from '../../kernel/command.ts';
import type { Feature } from '../../kernel/feature.ts';
import { FEATURES } from '../features.ts';
import type { CommandParts } from './command-parts.ts';

const features: readonly Feature<never, never, CommandParts>[] = FEATURES;
const found = features.flatMap(({ commands }) => Object.entries(commands ?? {}));
const topicOf = ([words]: [string, Command<CommandParts>]) => words.split(' ', 1)[0] ?? '';

/** Every command, by its words, topic by topic. */
export const commands: ReadonlyMap<string, Command<CommandParts>> = new Map(
  found.toSorted((a, b) => topicOf(a).localeCompare(topicOf(b))),
);
