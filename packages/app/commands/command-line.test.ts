import { describe, expect, it, test } from 'vitest';
import { commandsToExplain, readCommandLine } from './command-line.ts';
import { commands } from './commands.ts';

const read = (line: string) => readCommandLine(line.split(' ').filter(Boolean), commands);

test.each([
  ['statsu', 'Unknown command "statsu". Did you mean "status"?'],
  ['sorce list', 'Unknown command "sorce list". Did you mean "source list"?'],
  ['xylophone', 'Unknown command "xylophone". "script/vesper help" lists them.'],
  ['audit', '"audit" needs one more word: "audit verify", "audit anchor".'],
  ['crawl stpo', 'The command "crawl" does not take "stpo". Did you mean "crawl stop"?'],
  ['jobs --target 5', 'The command "jobs" has no option --target.'],
  ['admin list everybody', 'The command "admin list" does not take "everybody".'],
])('%s: %s', (line, sentence) => {
  expect(() => read(line)).toThrow(sentence);
  expect(sentence).not.toContain('\n');
});

test.each([
  ['', commands.size],
  ['help', commands.size],
  ['help source', 7],
  ['source --help', 7],
  ['help crawl stop', 1],
  ['crawl stop --help', 1],
])('"%s" explains %d commands', (line, count) => {
  expect(read(line)).toBeUndefined();
  expect(commandsToExplain(line.split(' ').filter(Boolean), commands)).toHaveLength(count);
});

test('help about an unknown command names the nearest', () => {
  expect(() => commandsToExplain(['help', 'statsu'], commands)).toThrow('Did you mean "status"?');
});

describe('a command takes what its usage says:', () => {
  it.each([
    ['crawl --target 5 --wait', 'crawl', [], { target: '5', wait: true }],
    ['--wait crawl', 'crawl', [], { wait: true }],
    ['crawl stop', 'crawl stop', [], {}],
    ['domain set one.example a=1 b=2', 'domain set', ['one.example', 'a=1', 'b=2'], {}],
    ['source basis 7 --end', 'source basis', ['7'], { end: true }],
    [
      'source add https://a.test/ --name One --basis own --scope embed,hotlink --evidence x --if-missing',
      'source add',
      ['https://a.test/'],
      { name: 'One', basis: 'own', scope: 'embed,hotlink', evidence: 'x', 'if-missing': true },
    ],
    ['source add https://a.test/ --hosts b.test', 'source add', ['https://a.test/'], { hosts: 'b.test' }],
    ['storage move --to s3 --rate 5', 'storage move', [], { to: 's3', rate: '5' }],
  ])('%s', (line, name, operands, options) => {
    expect(read(line)).toMatchObject({ name, operands });
    expect({ ...read(line)?.options }).toEqual(options);
  });
});

test.each([
  ['crawl --target 0', '--target must be at least 1.'],
  [
    'source add https://a.test/ --name One --basis own',
    'This command needs --scope with one or more of embed, hotlink, download, metadata.',
  ],
  [
    'source basis 7 --basis own --scope download',
    'This command needs --evidence with the text that permits it, or a link to it.',
  ],
  [
    'source basis 7 --basis own --scope download,x --evidence y',
    'scope: It must be a list of at least one of embed, hotlink, download, metadata.',
  ],
])('"%s" is refused: %s', async (line, sentence) => {
  const { name, ...words } = read(line)!;
  const run = commands.get(name)!.run as (context: object) => Promise<void>;
  const context = { base: {}, withQueue: (use: (queue: object) => unknown) => use({}) };
  await expect(run({ ...context, ...words })).rejects.toThrow(sentence);
});
