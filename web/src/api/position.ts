/**
 * Places in the log, as the server writes them: one number, or two joined by a
 * separator for stores that need two. Only their order means something here.
 */

function parts(position: string): readonly bigint[] | undefined {
  const numbers = position.match(/\d+/g);
  return numbers?.map((number) => BigInt(number));
}

/** Negative when `a` lies before `b`, 0 for the same place; a text that is no position lies before everything. */
export function comparePositions(a: string, b: string): number {
  const left = parts(a) ?? [];
  const right = parts(b) ?? [];
  for (let index = 0; index < Math.max(left.length, right.length); index += 1) {
    const difference = (left[index] ?? -1n) - (right[index] ?? -1n);
    if (difference !== 0n) return difference < 0n ? -1 : 1;
  }
  return 0;
}

/**
 * The highest position this tab has seen in a `Callup-Position` header. Reads
 * carry it as `Read-After`, so that one sees one's own commands.
 */
export interface PositionKeeper {
  current(): string | undefined;
  see(position: string | null | undefined): void;
}

export function createPositionKeeper(): PositionKeeper {
  let highest: string | undefined;
  return {
    current: () => highest,
    see(position) {
      if (!position || !parts(position)) return;
      if (highest === undefined || comparePositions(position, highest) > 0) highest = position;
    },
  };
}
