/** A text without accents and capitals, as words are compared. */
export function folded(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{Diacritic}/gu, '').toLowerCase();
}

/** Whether a text has every one of these words, in any order. */
export function hasWords(text: string, words: string): boolean {
  const within = folded(text);
  return folded(words).split(/\s+/).every((word) => within.includes(word));
}

interface Piece {
  /** Characters of the text before it. */
  readonly at: number;
  readonly text: string;
  /** It is one of the words that were looked for. */
  readonly hit: boolean;
}

/** A text in pieces, those apart that are among the words that were looked for. */
export function marked(text: string, words: string): Piece[] {
  const characters = Array.from(text.normalize('NFC'));
  const compared = characters.map(folded);
  const hits = new Set<number>();
  for (const word of folded(words).split(/\s+/).filter(Boolean)) {
    const wanted = Array.from(word);
    for (let at = 0; at + wanted.length <= compared.length; at += 1) {
      const found = wanted.every((character, index) => compared[at + index] === character);
      if (found) wanted.forEach((_, index) => hits.add(at + index));
    }
  }
  const pieces: Piece[] = [];
  characters.forEach((character, index) => {
    const hit = hits.has(index);
    const last = pieces.at(-1);
    if (last?.hit === hit) pieces[pieces.length - 1] = { ...last, text: last.text + character };
    else pieces.push({ at: index, text: character, hit });
  });
  return pieces;
}
