import { scaleLinear, scaleUtc } from 'd3-scale';
import { area, curveStepAfter, line } from 'd3-shape';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { useFormat } from '@/i18n/useFormat';
import { dayLength, type Point } from './growth';

const height = 220;
const top = 8;
const bottom = 28;
const left = 64;
const right = 12;

/** Pixels that a label needs, so that none runs into the next. */
const labelWidth = 84;
const labelHeight = 48;

function useWidth(): [React.RefObject<HTMLDivElement | null>, number] {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const box = ref.current;
    if (!box) return undefined;
    const observer = new ResizeObserver(() => setWidth(box.clientWidth));
    observer.observe(box);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}

interface Props {
  points: readonly Point[];
  /** A value in the little room beside an axis. */
  say: (value: number) => string;
  /** What stands above a point that is pointed at. */
  tell: (point: Point) => React.ReactNode;
}

/**
 * A figure over days, as an area that steps when it moved. It is a picture: what it shows is told by a table beside it, so
 * readers of a screen are spared it.
 */
export function Plot({ points, say, tell }: Props) {
  const { locale } = useFormat();
  const [box, width] = useWidth();
  const [at, setAt] = useState<number>();
  const first = new Date(points[0]?.day ?? 0);
  const end = new Date(Date.parse(points.at(-1)?.day ?? '1970-01-01') + dayLength);
  const most = Math.max(1, ...points.map(({ total }) => total));
  // A day is as wide as the step that ends with it.
  const x = scaleUtc([first, end], [left, Math.max(width - right, left)]);
  const y = scaleLinear([0, most], [height - bottom, top]).nice();
  // The last day's step goes to its end.
  const steps = [
    ...points.map(({ day, total }) => ({ on: new Date(day), total })),
    { on: end, total: points.at(-1)?.total ?? 0 },
  ];
  const shape = area<(typeof steps)[number]>()
    .x(({ on }) => x(on))
    .y0(y(0))
    .y1(({ total }) => y(total))
    .curve(curveStepAfter);
  const edge = line<(typeof steps)[number]>()
    .x(({ on }) => x(on))
    .y(({ total }) => y(total))
    .curve(curveStepAfter);
  const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  // As many days as have room, so far apart that their labels stay within the picture.
  const every = Math.max(1, Math.ceil((points.length * labelWidth) / Math.max(width - left - right, labelWidth)));
  const days = points
    .filter((_, nth) => nth % every === 0 && (points.length - nth) * 2 >= every)
    .map((one) => new Date(one.day));
  const values = y.ticks(Math.floor(height / labelHeight)).filter(Number.isInteger);
  const pointed = at === undefined ? undefined : points[at];
  const point = (event: PointerEvent) => {
    const from = event.currentTarget.getBoundingClientRect().left;
    const nth = Math.floor((x.invert(event.clientX - from).getTime() - first.getTime()) / dayLength);
    setAt(Math.min(Math.max(nth, 0), points.length - 1));
  };
  const middle = pointed ? x(new Date(Date.parse(pointed.day) + dayLength / 2)) : 0;
  return (
    <div
      className="book-plot"
      ref={box}
      aria-hidden
      onPointerMove={point}
      onPointerDown={point}
      onPointerLeave={() => setAt(undefined)}
    >
      {width > 0 && (
        <svg width={width} height={height}>
          {values.map((value) => (
            <g key={value}>
              <line className="book-grid" x1={left} x2={width - right} y1={y(value)} y2={y(value)} />
              <text className="book-tick num" x={left - 8} y={y(value)} dy="0.32em" textAnchor="end">
                {say(value)}
              </text>
            </g>
          ))}
          {days.map((tick) => (
            <text key={tick.toISOString()} className="book-tick" x={x(tick)} y={height - 8} textAnchor="middle">
              {day.format(tick)}
            </text>
          ))}
          <path className="book-area" d={shape(steps) ?? ''} />
          <path className="book-edge" d={edge(steps) ?? ''} />
          {pointed && <line className="book-point" x1={middle} x2={middle} y1={top} y2={height - bottom} />}
        </svg>
      )}
      {pointed && (
        <div className="book-hover sm" style={{ insetInlineStart: `clamp(0px, ${middle - 80}px, calc(100% - 160px))` }}>
          {tell(pointed)}
        </div>
      )}
    </div>
  );
}
