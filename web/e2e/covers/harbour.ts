import { type Point, Sheet, oval, person, poly, rect, smooth } from './brush.ts';

const spines = ['#c9482f', '#e3a83a', '#2f6f7a', '#3d4f8c', '#f0e2c2', '#7d3f5c', '#5c8a4d', '#d97a4a', '#1f3a4a', '#e9c46a'];

/** Books side by side on a shelf, some leaning, from one side to another. */
function books(s: Sheet, from: number, to: number, y: number, tall: number): void {
  for (let x = from; x < to - 16; ) {
    const w = s.between(14, 34);
    const h = tall * s.between(0.68, 0.98);
    const colour = s.pick(spines);
    s.moved([x, y], 1, () => {
      s.fill(rect(0, -h, w - 2, h, 2), colour);
      s.line(`M3 ${-h * 0.8}h${w - 8}M3 ${-h * 0.72}h${w - 8}`, '#fff3d6', 2.4, { opacity: 0.7 });
      s.fill(rect(0, -h, 4, h), '#1a1a24', { opacity: 0.25 });
    }, s.random() < 0.08 ? -7 : 0);
    x += s.random() < 0.06 ? w + 26 : w;
  }
}

function boat(s: Sheet, at: Point, scale: number, colour: string): void {
  s.moved(at, scale, () => {
    s.fill(oval(0, 20, 88, 8), '#20506a', { opacity: 0.5, blur: 4 });
    s.fill(poly([-84, -12], [88, -20], [66, 20], [-66, 20]), colour);
    s.line('M-84 -12L88 -20', '#fff6df', 6);
    s.fill(rect(-46, -54, 52, 42, 4), '#fff6df');
    s.fill(rect(-36, -46, 14, 16), '#35607a');
    s.fill(rect(-16, -46, 14, 16), '#35607a');
    s.line('M24 -18V-110M24 -104L70 -24', '#4a3a30', 4);
  });
}

/** The harbour of Cudillero: houses of all colours up the hillside, and boats. */
function view(s: Sheet): void {
  const frame = rect(330, 50, 940, 470);
  s.fill(frame, s.along([0, 50], [0, 520], [0, '#8ec5d9'], [0.5, '#d6e7dc'], [1, '#f6e6bd']));
  s.fill(smooth([[300, 150], [440, 90], [640, 120], [800, 70], [980, 120], [1140, 80], [1300, 140], [1300, 520], [300, 520]],
    true), '#6f9a6a');
  s.spray(smooth([[300, 150], [440, 90], [640, 120], [800, 70], [980, 120], [1140, 80], [1300, 140], [1300, 520], [300,
    520]], true), s.along([300, 0], [1270, 0], [0, '#2f5a55', 0.7], [1, '#f7dd9b', 0.5]));
  const walls = ['#fff3dc', '#f2b66a', '#e8836a', '#8fb9c4', '#f6d98a', '#d9e0c9', '#c96a55', '#fbe9c8', '#7fa6b5'];
  for (let row = 0; row < 6; row++) {
    const y = 190 + row * 42;
    for (let x = 330 - row * 4; x < 1280; x += s.between(54, 76)) {
      if (Math.abs(x - 800) < 190 - row * 26 && row < 3 && s.random() < 0.5) continue;
      const top = y + Math.abs(x - 800) * -0.07 + s.between(-10, 10);
      s.fill(rect(x, top, 60, 110), s.pick(walls));
      s.fill(poly([x - 5, top], [x + 10, top - 17], [x + 50, top - 17], [x + 65, top]), s.pick(['#b4553c', '#9c4634',
        '#c46a48']));
      for (let k = 0; k < 2; k++) s.fill(rect(x + 10 + k * 25, top + 12, 13, 18), '#4a6478');
    }
  }
  s.spray(rect(330, 150, 940, 280), s.along([330, 0], [700, 0], [0, '#23405c', 0.6], [1, '#23405c', 0]));
  const water = poly([320, 424], [1280, 416], [1280, 540], [320, 540]);
  s.fill(water, s.along([0, 416], [0, 520], [0, '#7fb9c0'], [1, '#2f7288']));
  for (let i = 0; i < 50; i++) {
    const y = s.between(428, 520);
    s.line(`M${s.between(320, 1250)} ${y}h${s.between(16, 60)}`, s.pick(['#fbe9c8', '#e8a07a', '#c7e3df', '#2a6580']), 3,
      { opacity: 0.65 });
  }
  boat(s, [520, 478], 0.9, '#c9482f');
  boat(s, [760, 452], 0.66, '#2f6f7a');
  boat(s, [1010, 486], 1, '#e3a83a');
}

/** The children's corner of Cudillero's library, with its low shelves and its rug, above the boats. */
export function harbour(): string {
  const s = new Sheet(73);
  s.fill(rect(-40, -40, 1680, 980), s.along([0, 0], [1600, 0], [0, '#d8b284'], [0.5, '#f3d9a8'], [1, '#e2b884']));
  s.spray(rect(-40, -40, 1680, 700), s.along([0, -40], [0, 400], [0, '#9a5f3c', 0.6], [1, '#9a5f3c', 0]));
  s.fill(rect(306, 26, 988, 520, 6), '#8a4f2e');
  s.fill(rect(318, 38, 964, 496, 4), '#fff4de');
  s.within(rect(334, 54, 932, 462), () => {
    view(s);
  });
  for (const x of [636, 948]) s.fill(rect(x, 50, 16, 470), '#fff4de');
  s.fill(rect(280, 524, 1040, 26, 4), '#fff4de');
  s.fill(rect(280, 546, 1040, 12), '#b98a58');
  for (const left of [true, false]) {
    const x = left ? -40 : 1340;
    s.fill(rect(x, 40, 300, 640), '#8a5430');
    for (let row = 0; row < 4; row++) {
      const y = 64 + row * 152;
      s.fill(rect(x + 14, y, 272, 138), '#4a2a1a');
      books(s, x + 20, x + 282, y + 138, 124);
    }
    s.spray(rect(x, 40, 300, 640), left ? s.along([-40, 0], [260, 0], [0, '#24120e', 0.9], [1, '#24120e',
      0.05]) : s.along([1640, 0], [1340, 0], [0, '#24120e', 0.85], [1, '#24120e', 0.05]));
  }
  const floor = rect(-40, 680, 1680, 280);
  s.fill(floor, s.along([0, 680], [0, 900], [0, '#c98d54'], [1, '#8a5530']));
  for (let i = 0; i < 11; i++) s.line(`M${800 + (i - 5) * 150} 680L${800 + (i - 5) * 400} 960`, '#7b4828', 4, { opacity: 0.6 });
  s.fill(poly([560, 690], [1180, 690], [1010, 940], [190, 940]), '#ffe9b4', { opacity: 0.55, blend: 'soft-light', blur: 6 });
  s.fill(oval(800, 836, 500, 78), '#2f6f7a');
  s.fill(oval(800, 832, 440, 64), '#e9c46a');
  s.fill(oval(800, 830, 400, 55), '#c9482f');
  s.fill(oval(800, 828, 250, 34), '#e98a5c');
  s.spray(oval(800, 836, 500, 78), s.along([300, 0], [1300, 0], [0, '#14222c', 0.8], [0.5, '#14222c', 0], [1, '#14222c', 0.3]));
  s.fill(rect(330, 566, 940, 12), '#6b3f24');
  s.fill(rect(320, 572, 960, 136, 4), '#a9683a');
  for (let i = 0; i < 4; i++) {
    const x = 338 + i * 234;
    s.fill(rect(x, 586, 222, 112), '#4a2a1a');
    books(s, x + 8, x + 216, 698, 100);
  }
  s.fill(rect(430, 500, 70, 66, 6), '#35607a');
  for (let i = 0; i < 9; i++) s.line(`M465 502q${(i - 4) * 6} -40 ${(i - 4) * 17} ${-56 - (i % 3) * 12}`, s.pick(['#4f8a52',
    '#74a758', '#35704a']), 8);
  s.fill(rect(1060, 556, 90, 12), '#c9482f');
  s.fill(rect(1068, 543, 84, 13), '#e9c46a');
  s.fill(rect(1056, 530, 88, 13), '#2f6f7a');
  const shadow = (x: number, y: number, w: number) => {
    s.fill(oval(x, y, w, 13), '#24120e', { opacity: 0.5, blur: 6 });
  };
  const book = (x: number, y: number, w: number, colour: string) => {
    s.fill(poly([x - w, y - 14], [x, y], [x + w, y - 14], [x + w, y + 34], [x, y + 50], [x - w, y + 34]), colour);
    s.fill(poly([x - w + 5, y - 18], [x, y - 4], [x, y + 42], [x - w + 5, y + 28]), '#fff8e6');
    s.fill(poly([x + w - 5, y - 18], [x, y - 4], [x, y + 42], [x + w - 5, y + 28]), '#efe2c4');
  };
  shadow(640, 846, 120);
  s.fill(rect(566, 792, 130, 52, 24), '#3d4f8c');
  person(s, [628, 846], 270, { coat: '#e3a83a', legs: '#3d4f8c', skin: '#c98b62', hair: '#2a1a14', child: true, sits: true,
    bun: true, hand: [24, -52], otherHand: [30, -50] });
  book(710, 684, 52, '#c9482f');
  shadow(930, 850, 120);
  s.fill(rect(870, 800, 130, 50, 24), '#5c8a4d');
  person(s, [948, 852], 256, { coat: '#2f6f7a', legs: '#7d3f5c', skin: '#f0c29a', hair: '#b56a2e', child: true, sits: true,
    hand: [28, -58], otherHand: [24, -50] }, true);
  s.fill(smooth([[780, 842], [800, 822], [846, 826], [860, 842]], true), '#fff3d6');
  shadow(1220, 850, 90);
  person(s, [1220, 850], 330, { coat: '#7d3f5c', legs: '#2b2f45', skin: '#e3ad86', hair: '#d9d2c6', skirt: true, bun: true,
    scarf: '#e9c46a', hand: [20, -52], otherHand: [17, -50] }, true);
  for (const [i, c] of ['#c9482f', '#e9c46a', '#2f6f7a', '#f0e2c2'].entries()) s.fill(rect(1108 + (i % 2) * 4, 668 - i * 17,
    86, 16, 2), c);
  s.glow([800, 300], 720, '#fff2cc', 0.4, 'soft-light');
  s.fill(poly([334, 54], [1266, 54], [1500, 960], [120, 960]), s.along([0, 54], [0, 900], [0, '#fff6d6', 0.3], [1, '#fff6d6',
    0]), { blend: 'screen', blur: 18 });
  return s.svg();
}
