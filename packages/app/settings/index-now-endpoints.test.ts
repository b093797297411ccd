import { parseOutboundAllow } from '@vesper/core/lib/outbound/address-guard.ts';
import { describe, expect, test } from 'vitest';
import { readIndexNowEndpoints } from './index-now-endpoints.ts';

const read = (text: string) =>
  readIndexNowEndpoints({ INDEXNOW_ENDPOINTS: text }, parseOutboundAllow('127.0.0.1:8080'));

describe('endpoints', () => {
  test.each([
    ['', []],
    [' https://engine.example/indexnow ', ['https://engine.example/indexnow']],
    ['https://a.example/i, https://b.example/i', ['https://a.example/i', 'https://b.example/i']],
    ['http://127.0.0.1:8080/indexnow', ['http://127.0.0.1:8080/indexnow']],
  ])('%j', (text, endpoints) => {
    expect(read(text)).toEqual(endpoints);
  });

  test.each([
    ...['on', 'engine.example', 'ftp://engine.example/', 'http://engine.example/indexnow'],
    ...['http://127.0.0.1:9/indexnow', 'https://a:b@engine.example/', 'https://engine.example/?key=1'],
    ...['https://engine.example/#a', 'https://a.example/ https://a.example/'],
    Array.from({ length: 6 }, (_, n) => `https://engine-${n}.example/`).join(' '),
  ])('%s is refused', (text) => {
    expect(() => read(text)).toThrow(/^INDEXNOW_ENDPOINTS must list one to 5 different https addresses/);
  });
});
