import { describe, expect, it } from 'vitest';
import { paragraphs } from './paragraphs';

describe('a story', () => {
  it('has a paragraph wherever a line was left empty', () => {
    expect(paragraphs('One\nstill one\n\n \nTwo  \r\n\r\nThree\n').map(({ text }) => text)).toEqual([
      'One\nstill one',
      'Two',
      'Three',
    ]);
    expect(paragraphs(' \n\n')).toEqual([]);
  });
});
