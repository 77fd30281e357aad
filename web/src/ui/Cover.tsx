import { useState } from 'react';
import { seeded } from './seed';
import { categoryHues } from './theme';

interface Strand {
  d: string;
  width: number;
}

function strand(random: () => number, width: number, height: number, base: number, amplitude: number, thick: number): Strand {
  const pieces = 4;
  const step = (width + 80) / pieces;
  let x = -40;
  let y = base;
  let d = `M${x} ${Math.round(y)}`;
  for (let piece = 1; piece <= pieces; piece += 1) {
    const nextX = x + step;
    const nextY = base + (random() - 0.5) * amplitude - piece * height * 0.1;
    const middle = Math.round(x + step / 2);
    d += `C${middle} ${Math.round(y)} ${middle} ${Math.round(nextY)} ${Math.round(nextX)} ${Math.round(nextY)}`;
    x = nextX;
    y = nextY;
  }
  return { d, width: thick };
}

interface Props {
  /** What the picture grows from: the campaign's id. */
  id: string;
  /** A category slug; an unknown one gets the colours of "other". */
  category: string;
  width?: number;
  height?: number;
  /** Where the photograph lies in all sizes, if there is one. */
  photo?: string | undefined;
  /** What stands there until it is loaded. */
  photo_blur?: string | undefined;
  /** What it shows; left out in lists, whose words say what they lead to. */
  alt?: string | undefined;
  /** The language of the campaign's words. */
  lang?: string;
  /** A list begins with it, so the server's page has loaded it already. */
  first?: boolean | undefined;
}

/**
 * How wide a cover is shown that is not measured. The server says the same (cover.go): a photograph in another size would be
 * loaded twice.
 */
const onCard = '(min-width: 704px) 420px, calc(100vw - 42px)';
const onPage = '(min-width: 1000px) 720px, (min-width: 768px) calc(100vw - 414px), calc(100vw - 42px)';

/** The cover of a campaign: its photograph, or three strands rising, the same for the same id. */
export function Cover({ id, category, width = 640, height = 360, photo, photo_blur: blur, alt, lang, first }: Props) {
  const [gone, setGone] = useState<string>();
  if (photo && photo !== gone)
    return (
      <img
        className="cover"
        src={`${photo}/960.jpg`}
        srcSet={[480, 720, 960, 1600].map((wide) => `${photo}/${wide}.jpg ${wide}w`).join()}
        sizes={alt !== undefined ? onPage : first ? onCard : 'auto, 420px'}
        width={width}
        height={height}
        loading={alt === undefined && !first ? 'lazy' : 'eager'}
        alt={alt ?? ''}
        lang={lang}
        onError={() => setGone(photo)} // a suspended campaign's photo is not served
        style={blur ? { backgroundImage: `url(${blur})` } : undefined}
      />
    );
  const random = seeded(id + category);
  const sun = { x: width * (0.55 + 0.3 * random()), y: height * (0.2 + 0.12 * random()), r: height * (0.1 + 0.08 * random()) };
  const strands = [
    strand(random, width, height, height * (0.8 + 0.1 * random()), height * 0.3, height * 0.2),
    strand(random, width, height, height * (0.92 + 0.1 * random()), height * 0.34, height * 0.17),
    strand(random, width, height, height * (1.06 + 0.1 * random()), height * 0.3, height * 0.16),
  ];
  const tint = category in categoryHues ? category : 'other';
  return (
    <svg
      className={`cover cover-${tint}`}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <circle cx={Math.round(sun.x)} cy={Math.round(sun.y)} r={Math.round(sun.r)} />
      {strands.map((line) => (
        <path key={line.d} d={line.d} strokeWidth={Math.round(line.width)} />
      ))}
    </svg>
  );
}
