import { expect, test } from 'vitest';
import { DMCA_LENGTHS, STATEMENTS_REQUIRED } from './case-kinds/copyright.ts';
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

test('missing fields are listed in the order of the form', () => {
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
});

const UNSTORABLE = 'The text contains characters that cannot be stored';
const NO_EMAIL = 'Please enter a valid email address';
const NO_URL = 'Please enter a valid URL';

test.each<[field: keyof typeof complete, value: unknown, problem?: string]>([
  ['complainantName', '\n\t\u00a0', 'Required'],
  ['complainantPhone', ' '],
  ['complainantName', 5, 'This must be text'],
  ['complainantEmail', ['Ann'], 'This must be text'],
  ['accuracyStatement', 'true', STATEMENTS_REQUIRED],
  ['accuracyStatement', null, STATEMENTS_REQUIRED],
  ['signature', 'a\0b', UNSTORABLE],
  ['signature', 'a\ud800b', UNSTORABLE],
  ['complainantEmail', ' ann@müller.example '],
  ['complainantEmail', 'ann@localhost', NO_EMAIL],
  ['complainantEmail', 'ann@films.example,ben@films.example', NO_EMAIL],
  ['complainantEmail', 'ann@films.example\r\nBcc: ben@films.example', NO_EMAIL],
  ['complainantEmail', 'Ann <ann@films.example>', NO_EMAIL],
  ['complainantEmail', 'ann@films..example', NO_EMAIL],
  ['complainantEmail', `${'a'.repeat(65)}@films.example`, NO_EMAIL],
  ['infringingUrl', 'HTTP://videos.example'],
  ['infringingUrl', 'https://[::1]:3000/video/1?x=ä'],
  ['infringingUrl', 'videos.example/video/1', NO_URL],
  ['infringingUrl', 'javascript:alert(1)', NO_URL],
  ['infringingUrl', 'https://videos.example/1\nhttps://videos.example/2', NO_URL],
])('%s %j: %s', (field, value, problem) => {
  expect([...dmcaProblems({ ...complete, [field]: value })]).toEqual(problem ? [[field, problem]] : []);
});

test('each text may have exactly its maximum length', () => {
  for (const [name, max] of Object.entries(DMCA_LENGTHS)) {
    if (name === 'complainantEmail' || name === 'infringingUrl') continue;
    expect([...dmcaProblems({ ...complete, [name]: ` ${'a'.repeat(max)} ` })]).toEqual([]);
    expect([...dmcaProblems({ ...complete, [name]: 'a'.repeat(max + 1) })]).toEqual([
      [name, `At most ${max} characters are allowed here`],
    ]);
  }
});
