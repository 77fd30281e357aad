import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs as graphs, dictionary } from '@zxcvbn-ts/language-common';

const judge = new ZxcvbnFactory({ dictionary, graphs });

/** From 0, guessed at once, to 4; what is known of the person is guessed first. More than a hundred characters are not read. */
export function strengthOf(password: string, about: readonly string[]): number {
  return judge.check(password.slice(0, 100), about.flatMap((text) => [text, ...text.split(/[\s@.]+/)])).score;
}
