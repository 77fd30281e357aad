import { Fragment } from 'react';

/** Words with a hyphen inside, such as Saint-Roch. */
const joined = /(?<=^|\s)(\p{L}[\p{L}\p{N}.’']*-[\p{L}\p{N}.’'-]*\p{L})/u;

/** Letters that stay on one line; more would widen the page of a phone. */
const longest = 20;

/** A heading in which a word with a hyphen inside stays whole. The server writes the same (readapi/documents/avatar.go). */
export function Unbroken({ text }: { text: string }) {
  return text.split(joined).map((piece, index) =>
    index % 2 === 1 && piece.length <= longest ? (
      // The pieces of one text have no other identity than their place.
      // oxlint-disable-next-line react/no-array-index-key
      <span key={index} className="nw">
        {piece}
      </span>
    ) : (
      // oxlint-disable-next-line react/no-array-index-key
      <Fragment key={index}>{piece}</Fragment>
    ),
  );
}
