import { describe, expect, it, test } from 'vitest';
import { commandsToExplain, readCommandLine } from './command-line.ts';
import { commands } from './commands.ts';

const read = (line: string) => readCommandLine(line.split(' ').filter(Boolean), commands);

test.each([
  ['statsu', 'Unknown command "statsu". Did you mean "status"?'],
  ['sorce list', 'Unknown command "sorce list". Did you mean "source list"?'],
  ['source lits', 'Unknown command "source lits". Did you mean "source list"?'],
  ['xylophone', 'Unknown command "xylophone". "script/vesper help" lists them.'],
  ['audit', '"audit" needs one more word: "audit verify", "audit anchor".'],
  ['crawl stpo', 'The command "crawl" does not take "stpo". Did you mean "crawl stop"?'],
  ['crawl --tagret 5', 'The command "crawl" has no option --tagret. Did you mean "--target"?'],
  ['jobs --target 5', 'The command "jobs" has no option --target.'],
  ['status -x', 'The command "status" has no option -x.'],
  ['crawl --target', "Option '--target <value>' argument missing."],
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

describe('what a command says of itself is what it takes:', () => {
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
    ['source set 7 --renditions on', 'source set', ['7'], { renditions: 'on' }],
    ['source set 7 --hosts a.test,b.test', 'source set', ['7'], { hosts: 'a.test,b.test' }],
    ['source add https://a.test/ --hosts b.test', 'source add', ['https://a.test/'], { hosts: 'b.test' }],
    ['media rerun pictures --video 7', 'media rerun', ['pictures'], { video: '7' }],
    ['media rerun renditions --all', 'media rerun', ['renditions'], { all: true }],
    ['storage move --to s3 --rate 5', 'storage move', [], { to: 's3', rate: '5' }],
  ])('%s', (line, name, operands, options) => {
    expect(read(line)).toMatchObject({ name, operands });
    expect({ ...read(line)?.options }).toEqual(options);
  });
});
