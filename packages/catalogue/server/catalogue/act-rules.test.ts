import { describe, expect, test } from 'vitest';
import { obstacleToDeleting, rule, ruleDate, ruleUndoing, type SubjectVideo } from './act-rules.ts';

const VIDEO: SubjectVideo = {
  id: 'a',
  status: 'published',
  hiddenReason: null,
  removalReason: null,
  category: 'Charts',
  tags: ['Red', 'blue'],
  kind: 'hosted',
  wasPublic: true,
  isTakenDown: false,
  takenDownBy: null,
  isBlocked: false,
  hasPendingNotice: false,
  isMerged: false,
  isCovered: true,
  hasFilm: true,
  isUploaded: false,
};
const hidden = (hiddenReason: string): SubjectVideo => ({ ...VIDEO, status: 'hidden', hiddenReason });
const removed: SubjectVideo = { ...VIDEO, status: 'removed', removalReason: 'Doubtful.' };
const processing: SubjectVideo = { ...VIDEO, status: 'processing' };

const HIDDEN = { state: { status: 'hidden', hiddenReason: 'administrator', removalReason: null } };
const SCHEDULED = { state: { status: 'hidden', hiddenReason: 'scheduled' } };
const AS_IT_IS = { state: {} };
const PUBLISHED = { state: { status: 'published', hiddenReason: null, removalReason: null } };

describe('a video', () => {
  test.each([
    ['public', VIDEO, HIDDEN],
    ['hidden for want of a basis', hidden('basis'), HIDDEN],
    ['gone', hidden('gone'), HIDDEN],
    ['hidden by hand', hidden('administrator'), { skip: 'already' }],
    ['hidden by a notice', { ...hidden('takedown'), isTakenDown: true }, { skip: 'taken_down' }],
    ['removed', removed, { skip: 'already' }],
    ['on its way', processing, { skip: 'processing' }],
  ])('that is %s is hidden, or not', (_, video, ruling) => {
    expect(rule(video, { act: 'hide' })).toEqual(ruling);
  });

  test.each([
    ['hidden by hand', hidden('administrator'), PUBLISHED],
    ['removed', removed, PUBLISHED],
    ['hidden for want of a basis that is there again', hidden('basis'), PUBLISHED],
    ['without a basis', { ...hidden('basis'), isCovered: false }, { skip: 'no_basis' }],
    ['public', VIDEO, { skip: 'already' }],
    ['hidden by a notice', { ...hidden('takedown'), isTakenDown: true }, { skip: 'taken_down' }],
    ['removed, and kept away by a notice', { ...removed, isTakenDown: true }, { skip: 'taken_down' }],
    ['gone', hidden('gone'), { skip: 'gone' }],
    ['merged', { ...removed, isMerged: true }, { skip: 'merged' }],
    ['without its film', { ...removed, hasFilm: false }, { skip: 'no_film' }],
    ['never complete', { ...removed, wasPublic: false }, { skip: 'never_public' }],
    ['on its way', processing, { skip: 'processing' }],
  ])('that is %s is published again, or not', (_, video, ruling) => {
    expect(rule(video, { act: 'publish' })).toEqual(ruling);
  });

  test('is removed with its reason, unless it is under notice or a new download', () => {
    const remove = (video: SubjectVideo) => rule(video, { act: 'remove', reason: 'Doubtful.' });
    const gone = { state: { status: 'removed', hiddenReason: null, removalReason: 'Doubtful.' } };
    expect(remove(VIDEO)).toEqual(gone);
    expect(remove(hidden('gone'))).toEqual(gone);
    expect(remove(processing)).toEqual(gone);
    expect(remove({ ...processing, wasPublic: false })).toEqual({ skip: 'processing' });
    expect(remove(removed)).toEqual({ skip: 'already' });
    expect(remove({ ...hidden('takedown'), isTakenDown: true })).toEqual({ skip: 'taken_down' });
  });

  test('is not deleted while it is under notice or being downloaded', () => {
    expect(obstacleToDeleting(VIDEO)).toBeUndefined();
    expect(obstacleToDeleting(removed)).toBeUndefined();
    expect(obstacleToDeleting({ ...VIDEO, hasPendingNotice: true })).toBe('taken_down');
    expect(obstacleToDeleting({ ...removed, isTakenDown: true })).toBe('taken_down');
    expect(obstacleToDeleting(processing)).toBe('processing');
  });

  test.each([
    ['public', VIDEO, SCHEDULED, AS_IT_IS],
    ['scheduled', hidden('scheduled'), AS_IT_IS, PUBLISHED],
    [
      'scheduled without a basis',
      { ...hidden('scheduled'), isCovered: false },
      AS_IT_IS,
      { skip: 'no_basis' },
    ],
    ['hidden by hand', hidden('administrator'), SCHEDULED, AS_IT_IS],
    ['hidden and merged', { ...hidden('administrator'), isMerged: true }, { skip: 'merged' }, AS_IT_IS],
    ['gone', hidden('gone'), AS_IT_IS, AS_IT_IS],
    ['removed', removed, { skip: 'removed' }, { skip: 'removed' }],
    ['on its way', processing, { skip: 'processing' }, { skip: 'processing' }],
  ])('that is %s follows a date ahead, and one that has passed', (_, video, ahead, passed) => {
    expect(ruleDate(video, true)).toEqual(ahead);
    expect(ruleDate(video, false)).toEqual(passed);
  });

  test('gets and loses each tag once, whatever its case', () => {
    const tagged = (act: 'add_tags' | 'remove_tags', tags: string[]) => rule(VIDEO, { act, tags });
    expect(tagged('add_tags', ['BLUE', ' dark  green ', 'Dark Green'])).toEqual({
      state: { tags: ['Red', 'blue', 'dark green'] },
    });
    expect(tagged('add_tags', ['red'])).toEqual({ skip: 'already' });
    expect(tagged('remove_tags', ['RED', 'other'])).toEqual({ state: { tags: ['blue'] } });
    expect(tagged('remove_tags', ['other'])).toEqual({ skip: 'already' });
    const many = Array.from({ length: 29 }, (_, n) => `tag ${n}`);
    expect(tagged('add_tags', many)).toEqual({ skip: 'too_many_tags' });
  });
});

describe('undoing', () => {
  const before = { status: 'published', hiddenReason: null };
  const after = { status: 'hidden', hiddenReason: 'administrator' };

  test('restores the former state unless the video has changed since', () => {
    expect(ruleUndoing(hidden('administrator'), { before, after })).toEqual({ state: before });
    expect(ruleUndoing(hidden('basis'), { before, after })).toEqual({ skip: 'changed' });
    expect(ruleUndoing(removed, { before, after })).toEqual({ skip: 'changed' });
  });

  test('publishes nothing that may not be public', () => {
    const undone = (video: Partial<SubjectVideo>) =>
      ruleUndoing({ ...hidden('administrator'), ...video }, { before, after });
    expect(undone({ isCovered: false })).toEqual({ skip: 'no_basis' });
    expect(undone({ isTakenDown: true })).toEqual({ skip: 'taken_down' });
    expect(undone({ hasFilm: false })).toEqual({ skip: 'no_film' });
  });
});
