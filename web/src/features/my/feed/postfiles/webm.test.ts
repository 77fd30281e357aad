import { expect, it } from 'vitest';
import { withDuration } from './webm';

const header = [0x1a, 0x45, 0xdf, 0xa3, 0x84, 0x42, 0x86, 0x81, 0x01];
const live = [0x18, 0x53, 0x80, 0x67, 0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff];
const scale = [0x2a, 0xd7, 0xb1, 0x83, 0x0f, 0x42, 0x40];
const about = [0x15, 0x49, 0xa9, 0x66, 0x87, ...scale];
const tracks = [0x16, 0x54, 0xae, 0x6b, 0x82, 1, 2];
const said = [0x44, 0x89, 0x88, 0x40, 0xa3, 0x88, 0, 0, 0, 0, 0]; // 2500 as eight bytes

it('writes into a recording how long it is, and changes nothing else of it (Found58)', () => {
  const changed = withDuration(Uint8Array.from([...header, ...live, ...about, ...tracks]), 2500);
  const size = [1, 0, 0, 0, 0, 0, 0, scale.length + said.length];
  expect([...(changed ?? [])]).toEqual([...header, ...live, 0x15, 0x49, 0xa9, 0x66, ...size, ...scale, ...said, ...tracks]);
});

it('counts in the recording’s own unit (Found58)', () => {
  const ticks = [0x15, 0x49, 0xa9, 0x66, 0x87, 0x2a, 0xd7, 0xb1, 0x83, 0x1e, 0x84, 0x80]; // two milliseconds
  const changed = withDuration(Uint8Array.from([...header, ...live, ...ticks]), 5000);
  expect([...(changed ?? [])].slice(-said.length)).toEqual(said);
});

it.each([
  ['what is no WebM', [0x49, 0x44, 0x33, 4, 0, 0]],
  ['nothing', []],
  ['one that says it', [...header, ...live, 0x15, 0x49, 0xa9, 0x66, 0x8b, ...said]],
  ['one of a known size', [...header, 0x18, 0x53, 0x80, 0x67, 0x8c, ...about]],
  ['one that breaks off', [...header, ...live, 0x15, 0x49, 0xa9, 0x66, 0x90, ...scale]],
])('leaves %s as it is (Found58)', (_, bytes) => {
  expect(withDuration(Uint8Array.from(bytes), 2500)).toBeUndefined();
});
