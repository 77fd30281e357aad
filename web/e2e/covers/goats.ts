import { type Point, Sheet, blob, crown, grass, ground, oval, person, poly, rect, smooth } from './brush.ts';

function goat(s: Sheet, at: Point, scale: number, coat: string, mirrored = false): void {
  const dark = '#4a3a32';
  s.moved(at, scale, () => {
    s.fill(oval(6, 4, 66, 9), '#2b3a26', { opacity: 0.5, blur: 4 });
    for (const x of [-40, -26, 30, 44]) s.line(`M${x} -50L${x + (x < 0 ? -3 : 2)} 0`, x % 4 ? dark : coat, 10);
    s.fill(smooth([[-56, -62], [-40, -92], [10, -90], [48, -92], [56, -66], [30, -40], [-30, -42]], true), coat);
    s.line('M-54 -80q-14 -10 -16 4', coat, 9);
    s.line('M44 -80L68 -116', coat, 25);
    s.fill(smooth([[56, -130], [78, -134], [104, -112], [100, -100], [74, -104]], true), coat);
    s.line('M66 -132q-10 -34 -34 -40', '#d9c7a4', 6);
    s.line('M62 -122l-24 8', dark, 7);
    s.line('M90 -100l-2 22', '#f2e8d6', 6);
    s.fill(oval(82, -121, 3.4), '#221a18');
  }, 0, mirrored);
}

/** A chair with three wheels that goes over stones. */
function chair(s: Sheet, at: Point, scale: number): void {
  const wheel = (x: number, y: number, r: number) => {
    s.line(oval(x, y, r), '#22262c', r * 0.3);
    s.line(oval(x, y, r * 0.74), '#c9ccc6', 3);
    for (let i = 0; i < 10; i++) {
      const a = (i / 10) * Math.PI * 2;
      s.line(`M${x} ${y}L${x + Math.cos(a) * r * 0.72} ${y + Math.sin(a) * r * 0.72}`, '#c9ccc6', 1.8);
    }
    s.fill(oval(x, y, r * 0.15), '#e3a83a');
  };
  s.moved(at, scale, () => {
    s.fill(oval(20, 4, 130, 12), '#2b2a22', { opacity: 0.55, blur: 6 });
    s.line('M-40 -56L20 -64L112 -34M20 -64L-30 -134M-30 -134l-24 -8', '#c9482f', 10);
    wheel(112, -30, 29);
    s.fill(rect(-34, -82, 78, 18, 8), '#2b3440');
    s.line('M-28 -76L-44 -150', '#2b3440', 15);
    person(s, [-8, -34], 150, { coat: '#f0c23c', legs: '#3f5f92', skin: '#e7b08a', hair: '#4b2a1c', child: true, sits: true,
      bun: true, scarf: '#c9482f', hand: [34, -62], otherHand: [24, -40] });
    wheel(-38, -48, 47);
  });
}

/** The stony way to the goats above Saint-Jean-du-Gard, and Inès on it. */
export function goats(): string {
  const s = new Sheet(83);
  s.fill(rect(-40, -40, 1680, 980), s.along([0, -40], [0, 480], [0, '#8fc0d6'], [0.5, '#cfe0d4'], [1, '#fbe3b0']));
  s.glow([300, 160], 620, '#fff0c0', 0.9);
  for (const [x, y, w] of [[760, 100, 220], [1260, 70, 240]] as const) {
    s.fill(smooth([[x - w, y + 26], [x - w * 0.4, y - 16], [x, y - 36], [x + w * 0.5, y - 8], [x + w, y + 22], [x, y + 34]],
      true), '#fff7e2', { opacity: 0.7, blur: 4 });
  }
  const layers: readonly (readonly [readonly Point[], string, string])[] = [
    [[[-60, 300], [200, 230], [480, 270], [760, 170], [1060, 250], [1360, 160], [1660, 230]], '#93abb8', '#fbe3b0'],
    [[[-60, 360], [260, 330], [560, 290], [880, 330], [1180, 240], [1660, 320]], '#738f93', '#f3dca6'],
    [[[-60, 380], [300, 420], [700, 370], [1040, 390], [1360, 310], [1660, 340]], '#5f7f5f', '#e6cf8c'],
  ];
  for (const [points, colour, haze] of layers) {
    const d = ground(points);
    s.fill(d, colour);
    s.spray(d, s.along([0, 200], [0, 500], [0, haze, 0], [1, haze, 0.9]));
  }
  for (let i = 0; i < 24; i++) crown(s, [s.between(-40, 1640), s.between(400, 440)], s.between(34, 64), s.between(26, 44),
    '#4f6b3c', '#86893f', '#d29a3c', [-0.5, -0.7]);
  const meadow = ground([[-60, 520], [300, 500], [640, 450], [1000, 420], [1300, 410], [1660, 430]]);
  s.fill(meadow, s.along([0, 410], [0, 900], [0, '#b9b85f'], [0.5, '#8aa04e'], [1, '#4a6b3c']));
  s.spray(meadow, s.around([300, 460], 760, [0, '#fff1b4', 0.8], [1, '#fff1b4', 0]));
  s.spray(meadow, s.along([1640, 940], [1000, 560], [0, '#23402c', 0.9], [1, '#23402c', 0]));
  const path = smooth([[-60, 830], [240, 760], [560, 720], [800, 650], [940, 560], [1120, 500], [1190, 462]]) +
    'L1250 462' + smooth([[1250, 462], [1200, 520], [1080, 590], [1000, 680], [860, 790], [520, 880], [300, 960], [-60,
      960]]).slice(1).replace(/^[^C]*/, '') + 'Z';
  s.fill(path, s.along([0, 460], [0, 900], [0, '#f0deb0'], [1, '#c4a06c']));
  s.within(path, () => {
    for (let i = 0; i < 240; i++) {
      const y = 470 + Math.pow(s.random(), 0.6) * 450;
      const k = (y - 420) / 480;
      s.fill(blob(s, [s.between(-40, 1240), y], s.between(5, 22) * k, s.between(3, 12) * k, 0.18, 7), s.pick(['#a98d66',
        '#d9c595', '#8c7659', '#f6ebc9', '#b89c78']));
    }
  });
  s.fill(rect(1330, 262, 230, 160), '#b59f84');
  for (let i = 0; i < 60; i++) s.fill(blob(s, [s.between(1340, 1550), s.between(276, 412)], s.between(10, 20), s.between(5,
    9), 0.2, 7), s.pick(['#9a866d', '#cbb592', '#857460', '#d6c4a2']));
  s.fill(poly([1306, 270], [1376, 184], [1524, 184], [1586, 270]), '#6b6a6c');
  s.spray(poly([1306, 270], [1376, 184], [1524, 184], [1586, 270]), s.along([1306, 0], [1586, 0], [0, '#e9dfc4', 0.6], [1,
    '#2c2f3c', 0.7]));
  s.fill(rect(1406, 330, 54, 92), '#4b3a30');
  s.fill(rect(1492, 314, 34, 34), '#3f4a52');
  for (let x = 1020; x < 1660; x += 74) {
    s.line(`M${x} 560V468`, '#7d5a3a', 11);
    s.line(`M${x + 3} 560V468`, '#c79a66', 4);
  }
  for (const y of [492, 522]) s.line(`M1290 ${y}Q1480 ${y - 8} 1660 ${y + 4}M1000 ${y + 2}L1110 ${y}`, '#a07648', 8);
  goat(s, [1440, 566], 0.82, '#f3ead8', true);
  goat(s, [1310, 610], 1, '#b5794a', true);
  goat(s, [1500, 690], 1.3, '#efe2c8', true);
  goat(s, [1150, 520], 0.5, '#6b4a38');
  s.fill(oval(1150, 740, 80, 12), '#2b3a26', { opacity: 0.5, blur: 6 });
  person(s, [1130, 740], 300, { coat: '#3f6b7a', legs: '#4d4036', skin: '#d99e74', hair: '#ece6da', scarf: '#c9482f',
    stride: 7, hand: [30, -62], otherHand: [12, -42] }, true);
  s.line('M1092 612L1070 742', '#6e4422', 9);
  chair(s, [620, 800], 1.5);
  s.fill(oval(330, 868, 80, 11), '#2b2a22', { opacity: 0.5, blur: 6 });
  person(s, [330, 868], 350, { coat: '#b5553f', legs: '#2f3f58', skin: '#e3ad86', hair: '#3a2219', stride: 12,
    scarf: '#efe0b4', hand: [26, -58], otherHand: [-18, -48] });
  const trunk = 'M70 980C100 800 60 700 96 520C110 400 70 300 96 100';
  s.line(trunk, '#5a4232', 74);
  s.line('M92 980C122 800 82 700 116 520', '#8f6c4a', 18);
  s.line('M96 320C190 240 250 220 330 190', '#5a4232', 28);
  for (const [x, y, r] of [[0, 60, 150], [150, 30, 150], [310, 60, 120], [40, 190, 100], [400, 150, 70]] as const) {
    crown(s, [x, y], r, r * 0.66, '#5d6b33', '#a3923b', '#e0aa45', [0.6, 0.2]);
  }
  for (let i = 0; i < 9; i++) {
    const [x, y] = [s.between(1000, 1640), s.between(800, 900)];
    s.fill(blob(s, [x, y], s.between(24, 60), s.between(16, 34), 0.16, 8), s.pick(['#9a8f80', '#b9ac96', '#7f766c']));
    s.fill(blob(s, [x - 6, y - 9], s.between(14, 30), s.between(6, 10), 0.16, 8), '#dccfae', { opacity: 0.8 });
  }
  grass(s, -40, 1640, (x) => (x < 900 ? 930 : 912), 70, ['#3f6a3a', '#6f8f45', '#a5a552', '#31532f'], 11);
  return s.svg();
}
