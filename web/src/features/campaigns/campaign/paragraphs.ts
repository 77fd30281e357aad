/** A text in its paragraphs, one wherever a line was left empty, with where each begins. */
export function paragraphs(text: string): ReadonlyArray<{ readonly at: number; readonly text: string }> {
  const pieces = text.replace(/\r\n?/g, '\n').matchAll(/\S[^]*?(?=\n[^\S\n]*\n|$)/g);
  return [...pieces].map((piece) => ({ at: piece.index, text: piece[0].trimEnd() }));
}
