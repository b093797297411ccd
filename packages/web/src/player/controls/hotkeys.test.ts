import { expect, it } from 'vitest';
import { commandOf, type FocusPlace } from './hotkeys.ts';

const NONE = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, isComposing: false };
const SEEN = { isInView: true, hasShortcuts: true };
const press = (key: string, place: FocusPlace, circumstances = SEEN) =>
  commandOf({ ...NONE, key }, place, circumstances);

it('takes letters and digits wherever the focus is', () => {
  for (const place of ['page', 'button', 'player', 'control', 'volume'] as const)
    expect(press('k', place)).toEqual({ name: 'play-or-pause' });
  expect(press('j', 'page')).toEqual({ name: 'seek-by', seconds: -10 });
  expect(press('7', 'page')).toEqual({ name: 'seek-to-tenth', tenth: 7 });
});

it.each(['field', 'menu'] as const)('leaves every key to a %s', (place) => {
  for (const key of ['k', ' ', '5', 'ArrowLeft', 'm']) expect(press(key, place)).toBeUndefined();
});

it('takes nothing while the player is out of sight', () => {
  for (const key of ['k', ' ', '5']) {
    expect(press(key, 'page', { ...SEEN, isInView: false })).toBeUndefined();
  }
});

it('takes no letters and digits once they are switched off, but space bar and arrows', () => {
  const off = { ...SEEN, hasShortcuts: false };
  for (const key of ['k', '5']) expect(press(key, 'page', off)).toBeUndefined();
  expect(press(' ', 'page', off)).toEqual({ name: 'play-or-pause' });
  expect(press('ArrowLeft', 'player', off)).toEqual({ name: 'seek-by', seconds: -5 });
});

it('takes the space bar only where it presses nothing else', () => {
  expect(press(' ', 'page')).toEqual({ name: 'play-or-pause' });
  expect(press(' ', 'player')).toEqual({ name: 'play-or-pause' });
  for (const place of ['button', 'control', 'menu', 'volume'] as const)
    expect(press(' ', place)).toBeUndefined();
});

it('takes arrows only in the player, and never from a menu', () => {
  expect(press('ArrowLeft', 'player')).toEqual({ name: 'seek-by', seconds: -5 });
  expect(press('ArrowRight', 'control')).toEqual({ name: 'seek-by', seconds: 5 });
  expect(press('ArrowUp', 'control')).toEqual({ name: 'volume-by', step: 0.05 });
  expect(press('ArrowRight', 'volume')).toEqual({ name: 'volume-by', step: 0.05 });
  for (const place of ['page', 'button', 'menu'] as const) expect(press('ArrowDown', place)).toBeUndefined();
});

it('takes no combination, no capital and no other key', () => {
  for (const modifier of ['ctrlKey', 'metaKey', 'altKey', 'shiftKey', 'isComposing']) {
    expect(commandOf({ ...NONE, key: 'k', [modifier]: true }, 'page', SEEN)).toBeUndefined();
  }
  for (const key of ['K', 'x', 'Tab', 'Enter', 'Escape', 'constructor']) {
    expect(press(key, 'player')).toBeUndefined();
  }
});
