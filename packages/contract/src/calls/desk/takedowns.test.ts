import { expect, test } from 'vitest';
import { DMCA_LENGTHS, STATEMENTS_REQUIRED } from '../../case-kinds/copyright.ts';
import { dmcaProblems } from './takedowns.ts';

const complete = {
  complainantName: 'Ann Lee',
  complainantEmail: 'ann@films.example',
  complainantAddress: '1 Test Street\nTesttown',
  complainantPhone: '',
  copyrightWork: 'A film of a spinning test chart',
  infringingUrl: 'https://videos.example/video/1',
  additionalInfo: '',
  signature: 'Ann Lee',
  goodFaithStatement: true,
  accuracyStatement: true,
};

function problemsWith(fields: Record<string, unknown>) {
  return Object.fromEntries(dmcaProblems({ ...complete, ...fields }));
}

test('whatever is missing is named in the order of the form', () => {
  expect([...dmcaProblems({})]).toEqual([
    ['complainantName', 'Required'],
    ['complainantEmail', 'Required'],
    ['complainantAddress', 'Required'],
    ['copyrightWork', 'Required'],
    ['infringingUrl', 'Required'],
    ['signature', 'Required'],
    ['goodFaithStatement', STATEMENTS_REQUIRED],
    ['accuracyStatement', STATEMENTS_REQUIRED],
  ]);
  const two = dmcaProblems({ ...complete, complainantEmail: 'nobody', signature: ' ' });
  expect([...two.keys()]).toEqual(['complainantEmail', 'signature']);
});

test.each([' ', '\n\t', '\u00a0'])('spaces (%j) are nothing', (text) => {
  expect(problemsWith({ complainantName: text })).toEqual({ complainantName: 'Required' });
  expect(problemsWith({ complainantPhone: text })).toEqual({});
});

test.each([5, ['Ann']])('%j is no text', (value) => {
  expect(problemsWith({ complainantName: value })).toEqual({ complainantName: 'This must be text' });
  expect(problemsWith({ complainantEmail: value })).toEqual({ complainantEmail: 'This must be text' });
});

test.each([false, 'true', null])('%j is no statement', (value) => {
  expect(problemsWith({ accuracyStatement: value })).toEqual({ accuracyStatement: STATEMENTS_REQUIRED });
});

test.each(['a\0b', 'a\ud800b'])('%j cannot be stored', (text) => {
  const sentence = 'The text holds characters that cannot be stored';
  expect(problemsWith({ signature: text })).toEqual({ signature: sentence });
});

test('each text has a longest length, which it may have', () => {
  for (const [name, max] of Object.entries(DMCA_LENGTHS)) {
    if (name === 'complainantEmail' || name === 'infringingUrl') continue;
    expect(problemsWith({ [name]: ` ${'a'.repeat(max)} ` })).toEqual({});
    expect(problemsWith({ [name]: 'a'.repeat(max + 1) })).toEqual({
      [name]: `At most ${max} characters are allowed here`,
    });
  }
});

test.each(['ann@films.example', 'ann@müller.example', ' ann@films.example '])(
  '%j is an email address',
  (text) => expect(problemsWith({ complainantEmail: text })).toEqual({}),
);

test.each([
  'ann',
  'ann@localhost',
  'ann@films.example,ben@films.example',
  'ann@films.example\r\nBcc: ben@films.example',
  'Ann <ann@films.example>',
  'ann@films..example',
  'änn@films.example',
  `${'a'.repeat(65)}@films.example`,
])('%j is none', (text) => {
  expect(problemsWith({ complainantEmail: text })).toEqual({
    complainantEmail: 'Please enter a valid email address',
  });
});

test.each(['https://videos.example/video/1', 'HTTP://videos.example', 'https://[::1]:3000/video/1?x=ä'])(
  '%j is an address on the web',
  (text) => expect(problemsWith({ infringingUrl: text })).toEqual({}),
);

test.each([
  'videos.example/video/1',
  'javascript:alert(1)',
  'https://a b',
  'https://videos.example/1\nhttps://videos.example/2',
])('%j is none', (text) => {
  expect(problemsWith({ infringingUrl: text })).toEqual({ infringingUrl: 'Please enter a valid URL' });
});
