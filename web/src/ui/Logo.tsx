const strands = [
  { d: 'M4 24c3-1 4-4 4-9V8', colour: 'var(--materials)' },
  { d: 'M12 25c3-2 4-6 4-11V5', colour: 'var(--time)' },
  { d: 'M20 25c4-3 5-8 5-14V3', colour: 'var(--money)' },
];

/** The mark: three strands rising together. */
function Mark({ size = 30 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 30 30" aria-hidden="true" fill="none" strokeWidth="4.4" strokeLinecap="round">
      {strands.map((strand) => (
        <path key={strand.d} d={strand.d} stroke={strand.colour} />
      ))}
    </svg>
  );
}

export function Logo() {
  return (
    <span className="logo">
      <Mark />
      Callup
    </span>
  );
}
