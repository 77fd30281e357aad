/*
 * What the demo's covers are painted with: shapes with a hand-cut edge, light and shade sprayed in grains, glows, and what
 * more than one scene shows. A scene is 1600 by 900; the same seed always gives the same picture.
 */

export const width = 1600;
export const height = 900;

export type Point = readonly [x: number, y: number];
export type Stop = readonly [at: number, colour: string, opacity?: number];

const round = (v: number) => Math.round(v * 10) / 10;

/** A closed figure with straight sides. */
export function poly(...points: readonly Point[]): string {
  return `M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join('L')}Z`;
}

export function rect(x: number, y: number, w: number, h: number, corner = 0): string {
  if (!corner) return poly([x, y], [x + w, y], [x + w, y + h], [x, y + h]);
  const c = Math.min(corner, w / 2, h / 2);
  return (
    `M${round(x + c)} ${round(y)}h${round(w - 2 * c)}q${c} 0 ${c} ${c}v${round(h - 2 * c)}q0 ${c} ${-c} ${c}` +
    `h${round(2 * c - w)}q${-c} 0 ${-c} ${-c}v${round(2 * c - h)}q0 ${-c} ${c} ${-c}Z`
  );
}

export function oval(x: number, y: number, rx: number, ry = rx): string {
  const half = (across: number) => `a${round(rx)} ${round(ry)} 0 1 0 ${round(across)} 0`;
  return `M${round(x - rx)} ${round(y)}${half(2 * rx)}${half(-2 * rx)}Z`;
}

/** A smooth line through points; closed, it is a blob. */
export function smooth(points: readonly Point[], closed = false): string {
  const n = points.length;
  const at = (i: number): Point => {
    const k = closed ? (i + n) % n : Math.min(Math.max(i, 0), n - 1);
    return points[k] ?? [0, 0];
  };
  let d = `M${round(at(0)[0])} ${round(at(0)[1])}`;
  for (let i = 0; i < (closed ? n : n - 1); i++) {
    const [a, b, c, e] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    const k = 6;
    d += `C${round(b[0] + (c[0] - a[0]) / k)} ${round(b[1] + (c[1] - a[1]) / k)} ${round(c[0] - (e[0] - b[0]) / k)} `;
    d += `${round(c[1] - (e[1] - b[1]) / k)} ${round(c[0])} ${round(c[1])}`;
  }
  return closed ? `${d}Z` : d;
}

/** Ground below a smooth line, down to the lower edge of the picture. */
export function ground(points: readonly Point[], bottom = height + 40): string {
  const first = points[0] ?? [0, 0];
  const last = points[points.length - 1] ?? [0, 0];
  return `${smooth(points)}L${round(last[0])} ${bottom}L${round(first[0])} ${bottom}Z`;
}

interface Stroke {
  readonly opacity?: number;
  readonly blend?: string;
  readonly blur?: number;
}

/** A sheet on which a scene is painted from the back to the front. */
export class Sheet {
  private readonly defs: string[] = [];
  private body: string[] = [];
  private count = 0;
  private state: number;

  constructor(seed: number) {
    this.state = seed;
  }

  /** The next number in [0, 1). */
  random(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.random();
  }

  pick<Value>(from: readonly Value[]): Value {
    return from[Math.floor(this.random() * from.length)] as Value;
  }

  private define(of: (id: string) => string): string {
    const id = `d${++this.count}`;
    this.defs.push(of(id));
    return `url(#${id})`;
  }

  private stops(stops: readonly Stop[]): string {
    return stops.map(([at, colour, o = 1]) => `<stop offset="${at}" stop-color="${colour}" stop-opacity="${o}"/>`).join('');
  }

  /** A colour that changes along a line. */
  along(from: Point, to: Point, ...stops: readonly Stop[]): string {
    return this.define(
      (id) =>
        `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="${from[0]}" y1="${from[1]}" x2="${to[0]}" y2="${to[1]}">` +
        `${this.stops(stops)}</linearGradient>`,
    );
  }

  /** A colour that changes from a point outwards. */
  around([x, y]: Point, r: number, ...stops: readonly Stop[]): string {
    return this.define(
      (id) =>
        `<radialGradient id="${id}" gradientUnits="userSpaceOnUse" cx="${x}" cy="${y}" r="${r}">` +
        `${this.stops(stops)}</radialGradient>`,
    );
  }

  private add(element: string, { opacity = 1, blend, blur }: Stroke): void {
    const style = blend ? ` style="mix-blend-mode:${blend}"` : '';
    const filter = blur ? ` filter="${this.softened(blur)}"` : '';
    const o = opacity === 1 ? '' : ` opacity="${opacity}"`;
    this.body.push(`<g${o}${style}${filter}>${element}</g>`);
  }

  private softened(blur: number): string {
    return this.define(
      (id) =>
        `<filter id="${id}" x="-40%" y="-60%" width="180%" height="220%">` +
        `<feGaussianBlur stdDeviation="${blur}"/></filter>`,
    );
  }

  fill(d: string, colour: string, stroke: Stroke = {}): void {
    this.add(`<path d="${d}" fill="${colour}"/>`, stroke);
  }

  line(d: string, colour: string, weight: number, stroke: Stroke = {}): void {
    const ends = 'stroke-linecap="round" stroke-linejoin="round"';
    this.add(`<path d="${d}" fill="none" stroke="${colour}" stroke-width="${weight}" ${ends}/>`, stroke);
  }

  /** A colour sprayed in grains over a figure, as densely as its gradient is opaque. */
  spray(d: string, gradient: string, stroke: Stroke = {}): void {
    this.add(`<path d="${d}" fill="${gradient}" filter="url(#spray)"/>`, stroke);
  }

  /** Light around a point. */
  glow([x, y]: Point, r: number, colour: string, opacity: number, blend = 'screen'): void {
    const of = this.around([x, y], r, [0, colour, opacity], [0.35, colour, opacity * 0.42], [1, colour, 0]);
    this.add(`<circle cx="${x}" cy="${y}" r="${r}" fill="${of}"/>`, { blend });
  }

  /** What is painted is seen only within a figure. */
  within(d: string, paint: () => void): void {
    const clip = this.define((id) => `<clipPath id="${id}"><path d="${d}"/></clipPath>`);
    const outer = this.body;
    this.body = [];
    paint();
    outer.push(`<g clip-path="${clip}">${this.body.join('')}</g>`);
    this.body = outer;
  }

  /** What is painted is moved, scaled and turned (degrees) about a point. */
  moved([x, y]: Point, scale: number, paint: () => void, turn = 0, mirrored = false): void {
    const outer = this.body;
    this.body = [];
    paint();
    const across = mirrored ? -scale : scale;
    outer.push(`<g transform="translate(${x} ${y}) rotate(${turn}) scale(${across} ${scale})">${this.body.join('')}</g>`);
    this.body = outer;
  }

  svg(): string {
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<defs>${filters}${this.defs.join('')}</defs>
<g filter="url(#cut)">${this.body.join('')}</g>
<rect width="1600" height="900" filter="url(#mottle)" style="mix-blend-mode:soft-light" opacity=".5"/>
<rect width="1600" height="900" filter="url(#grain)" style="mix-blend-mode:overlay" opacity=".11"/>
</svg>`;
  }
}

const all = 'filterUnits="userSpaceOnUse" x="-60" y="-60" width="1720" height="1020" color-interpolation-filters="sRGB"';

const filters = `
<filter id="spray" x="0" y="0" width="1" height="1" color-interpolation-filters="sRGB">
<feTurbulence type="fractalNoise" baseFrequency=".38" numOctaves="2" seed="5" result="n"/>
<feColorMatrix in="n" type="matrix" values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1.9 0 0 0 -.45" result="grains"/>
<feComposite in="SourceAlpha" in2="grains" operator="arithmetic" k2="1" k3="1" k4="-1" result="m"/>
<feComponentTransfer in="m" result="mask"><feFuncA type="linear" slope="2.1" intercept="0"/></feComponentTransfer>
<feColorMatrix in="SourceGraphic" type="matrix" values="1 0 0 0 0 0 1 0 0 0 0 0 1 0 0 0 0 0 0 1" result="full"/>
<feComposite in="full" in2="mask" operator="in"/>
</filter>
<filter id="cut" ${all}>
<feTurbulence type="fractalNoise" baseFrequency=".014" numOctaves="2" seed="9" result="n"/>
<feDisplacementMap in="SourceGraphic" in2="n" scale="8" xChannelSelector="R" yChannelSelector="G"/>
</filter>
<filter id="mottle" ${all}>
<feTurbulence type="fractalNoise" baseFrequency=".006 .011" numOctaves="4" seed="2"/>
<feColorMatrix type="matrix" values="1.6 0 0 0 -.3 1.6 0 0 0 -.3 1.6 0 0 0 -.3 0 0 0 0 1"/>
</filter>
<filter id="grain" ${all}>
<feTurbulence type="fractalNoise" baseFrequency=".5" numOctaves="2" seed="7"/>
<feColorMatrix type="matrix" values="2 0 0 0 -.5 2 0 0 0 -.5 2 0 0 0 -.5 0 0 0 0 1"/>
</filter>`;

/** How a person of a scene looks: a colour each for coat, legs, skin and hair. */
export interface Looks {
  readonly coat: string;
  readonly legs: string;
  readonly skin: string;
  readonly hair: string;
  readonly child?: boolean;
  readonly skirt?: boolean;
  readonly bun?: boolean;
  readonly scarf?: string;
  /** Where the hand of the nearer arm is, in a figure of 100 units from the feet (0, 0) up. */
  readonly hand?: Point;
  readonly otherHand?: Point;
  readonly stride?: number;
  readonly sits?: boolean;
}

/** Somebody who stands with their feet at a point and is so tall, looking to the right. */
export function person(s: Sheet, at: Point, tall: number, looks: Looks, mirrored = false): void {
  const head = looks.child ? 10.5 : 8.2;
  const neck = looks.child ? -76 : -82;
  const hip = looks.child ? -40 : -46;
  const wide = looks.child ? 13 : 12;
  const stride = looks.stride ?? 5;
  const shoulder: Point = [1, neck + 7];
  const arm = ([x, y]: Point, colour: string) => {
    const middle: Point = [(shoulder[0] + x) / 2 - 3, (shoulder[1] + y) / 2 + 4];
    s.line(smooth([shoulder, middle, [x, y]]), colour, 6.6);
    s.fill(oval(x, y, 3), looks.skin);
  };
  s.moved(at, tall / 100, () => {
    if (looks.otherHand) arm(looks.otherHand, looks.coat);
    if (looks.sits) {
      s.line(`M-2 ${hip + 4}L19 ${hip + 4}L21 0`, looks.legs, 9);
      s.line('M21 0L27 0', '#2a2320', 5);
    } else {
      s.line(`M-3 ${hip}L${-stride} -3`, looks.legs, 8.6);
      s.line(`M4 ${hip}L${stride + 2} -3`, looks.legs, 8.6);
      s.line(`M${-stride - 1} -1L${-stride + 5} -1`, '#2a2320', 5);
      s.line(`M${stride + 1} -1L${stride + 7} -1`, '#2a2320', 5);
    }
    const hem = looks.skirt ? hip + 18 : hip + 3;
    const flare = looks.skirt ? wide + 5 : wide;
    s.fill(
      smooth([[-7, neck + 3], [7, neck + 3], [wide - 1, neck + 18], [flare, hem], [0, hem + 2], [-flare, hem], [-wide + 1,
        neck + 18]], true),
      looks.coat,
    );
    s.line(`M1 ${neck + 4}L2 ${neck - 4}`, looks.skin, 6);
    s.fill(oval(3, neck - head + 1, head * 0.9, head), looks.skin);
    s.fill(
      smooth([[3 + head * 0.8, neck - head * 1.5], [3, neck - head * 2.1], [3 - head, neck - head * 1.4], [3 - head * 1.1,
        neck - 1],
        [3 - head * 0.4, neck - head * 0.6], [3 + head * 0.1, neck - head * 1.4]], true),
      looks.hair,
    );
    if (looks.bun) s.fill(oval(3 - head * 1.1, neck - head * 1.6, head * 0.45), looks.hair);
    if (looks.scarf) s.line(`M-6 ${neck + 3}Q1 ${neck + 7} 8 ${neck + 2}`, looks.scarf, 5);
    if (looks.hand) arm(looks.hand, looks.coat);
  }, 0, mirrored);
}

/** A tree's crown: leaves in dabs, darker below and lit from one side. */
export function crown(s: Sheet, [x, y]: Point, rx: number, ry: number, dark: string, middle: string, light: string,
  sun: Point): void {
  const dabs = (n: number, colour: string, shift: number, reach: number, size: number) => {
    for (let i = 0; i < n; i++) {
      const angle = s.random() * Math.PI * 2;
      const r = Math.sqrt(s.random()) * reach;
      const px = x + Math.cos(angle) * rx * r + sun[0] * shift;
      const py = y + Math.sin(angle) * ry * r + sun[1] * shift;
      s.fill(oval(px, py, size * s.between(0.7, 1.4), size * s.between(0.5, 0.9)), colour);
    }
  };
  const size = Math.min(rx, ry) * 0.2;
  s.fill(blob(s, [x, y], rx * 0.92, ry * 0.92, 0.1), dark);
  dabs(46, dark, 0, 1, size);
  dabs(44, middle, rx * 0.14, 0.82, size * 0.8);
  dabs(34, light, rx * 0.32, 0.62, size * 0.6);
}

/** A round figure that is not quite round. */
export function blob(s: Sheet, [x, y]: Point, rx: number, ry: number, rough: number, n = 12): string {
  const points: Point[] = [];
  for (let i = 0; i < n; i++) {
    const a = (i / n) * Math.PI * 2;
    const r = 1 + s.between(-rough, rough);
    points.push([x + Math.cos(a) * rx * r, y + Math.sin(a) * ry * r]);
  }
  return smooth(points, true);
}

/** Blades of grass along a line of ground. */
export function grass(s: Sheet, from: number, to: number, y: (x: number) => number, tall: number, colours: readonly string[],
  every = 9): void {
  for (let x = from; x < to; x += s.between(every * 0.4, every * 1.6)) {
    const h = tall * s.between(0.4, 1.2);
    const lean = s.between(-0.5, 0.6) * h;
    const base = y(x) + s.between(0, 6);
    s.line(`M${round(x)} ${round(base)}q${round(lean * 0.2)} ${round(-h * 0.6)} ${round(lean)} ${round(-h)}`,
      s.pick(colours), s.between(2, 4.4));
  }
}
