/** Text as it is compared: lower-case, without accents. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase();
}

/** Whether every word that is asked for stands somewhere among some texts. */
export function matches(asked: string, texts: readonly string[]): boolean {
  const all = plain(texts.join(' '));
  return plain(asked)
    .split(/\s+/)
    .every((word) => all.includes(word));
}
