/** Addresses within a text; what ends a sentence does not belong to them. */
const address = /https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]}’”»]/g;

interface Piece {
  at: number;
  text: string;
  link: boolean;
}

/** A text cut where an address begins or ends. */
export function pieces(text: string): Piece[] {
  const all: Piece[] = [];
  let end = 0;
  for (const found of text.matchAll(address)) {
    if (found.index > end) all.push({ at: end, text: text.slice(end, found.index), link: false });
    end = found.index + found[0].length;
    all.push({ at: found.index, text: found[0], link: true });
  }
  if (end < text.length) all.push({ at: end, text: text.slice(end), link: false });
  return all;
}

/** What somebody wrote: text, whatever it looks like, in which addresses lead away. */
export function Words({ text, lang, className }: { text: string; lang: string; className: string }) {
  return (
    <p className={className} lang={lang}>
      {pieces(text).map((piece) =>
        piece.link ? (
          <a key={piece.at} href={piece.text} target="_blank" rel="nofollow ugc noopener" referrerPolicy="no-referrer">
            {piece.text}
          </a>
        ) : (
          piece.text
        ),
      )}
    </p>
  );
}
