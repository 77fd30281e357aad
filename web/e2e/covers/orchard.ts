import { type Point, Sheet, crown, grass, ground, oval, person, poly, rect, smooth } from './brush.ts';

/** A young tree at its stake, with earth around its foot. */
function sapling(s: Sheet, x: number, y: number, tall: number): void {
  s.fill(oval(x + tall * 0.24, y + tall * 0.05, tall * 0.42, tall * 0.05), '#31502c', { opacity: 0.45, blur: 4 });
  s.fill(oval(x, y + 2, tall * 0.2, tall * 0.06), '#6b4a30');
  s.line(`M${x + tall * 0.1} ${y}V${y - tall * 0.72}`, '#c49a63', tall * 0.035);
  s.line(smooth([[x, y], [x - tall * 0.02, y - tall * 0.3], [x + tall * 0.01, y - tall * 0.7]]), '#5d4030', tall * 0.04);
  for (const [dx, dy] of [[-0.2, -0.84], [0.18, -0.88], [-0.1, -0.98]] as const) {
    s.line(`M${x} ${y - tall * 0.52}q${dx * tall * 0.4} ${dy * tall * 0.2} ${dx * tall} ${dy * tall + tall * 0.52}`,
      '#5d4030', tall * 0.02);
  }
  for (let i = 0; i < 24; i++) {
    const px = x + s.between(-0.27, 0.27) * tall;
    const py = y - tall * s.between(0.52, 1.06);
    s.fill(oval(px, py, tall * s.between(0.025, 0.05), tall * s.between(0.018, 0.035)), s.pick(['#c8a83c', '#a7b04a',
      '#7d9a44', '#e0b84c', '#c77f3a']));
  }
  s.line(`M${x - tall * 0.02} ${y - tall * 0.44}h${tall * 0.13}`, '#e9dcc0', tall * 0.025);
}

/** The village orchard of Sainte-Foy on a November morning: children plant rows of young trees below the school. */
export function orchard(): string {
  const s = new Sheet(59);
  s.fill(rect(-40, -40, 1680, 980), s.along([0, -40], [0, 480], [0, '#88b7c9'], [0.5, '#cfdcca'], [0.85, '#f9dfae'], [1,
    '#ffd59a']));
  s.glow([1290, 250], 640, '#ffe3a3', 0.95);
  s.fill(oval(1290, 250, 54), '#fff6d8');
  const far = ground([[-60, 330], [240, 260], [520, 320], [820, 250], [1100, 330], [1360, 290], [1660, 340]]);
  s.fill(far, '#93a9a4');
  s.spray(far, s.along([0, 240], [0, 460], [0, '#ffe0a8', 0.1], [1, '#ffe0a8', 0.9]));
  const near = ground([[-60, 420], [300, 370], [700, 400], [1100, 380], [1660, 410]]);
  s.fill(near, '#7f9a62');
  s.spray(near, s.along([0, 370], [0, 470], [0, '#ffe0a8', 0.8], [1, '#5f7f4a', 0.3]));
  for (let x = -40; x < 1660; x += 74) {
    if (x > 220 && x < 720) continue;
    crown(s, [x + s.between(-20, 20), 402 + s.between(-8, 8)], s.between(38, 64), s.between(24, 40), '#66804e', '#8a9a50',
      '#d3b257', [0.7, -0.6]);
  }
  const wall = '#f3e1bf';
  s.fill(rect(260, 278, 330, 150), wall);
  s.fill(rect(590, 316, 130, 112), '#e6cda4');
  s.spray(rect(260, 278, 460, 150), s.along([260, 0], [720, 0], [0, '#5a5f7a', 0.75], [0.7, '#5a5f7a', 0.1], [1, '#fff2c9',
    0.5]));
  s.fill(poly([244, 284], [290, 216], [566, 216], [606, 284]), '#b5533a');
  s.fill(poly([584, 320], [606, 272], [700, 272], [736, 320]), '#a2452f');
  s.spray(poly([244, 284], [290, 216], [566, 216], [606, 284]), s.along([244, 0], [606, 0], [0, '#5b2531', 0.8], [1,
    '#ffb075', 0.5]));
  s.fill(rect(398, 168, 54, 52), wall);
  s.fill(poly([390, 172], [425, 134], [460, 172]), '#a2452f');
  s.fill(smooth([[414, 206], [416, 184], [425, 178], [434, 184], [436, 206]], true), '#4b5360');
  s.fill(oval(425, 204, 9, 7), '#d9a73d');
  for (let i = 0; i < 4; i++) {
    s.fill(rect(286 + i * 76, 318, 40, 62, 3), '#53708a');
    s.line(`M${306 + i * 76} 318v62M${286 + i * 76} 346h40`, wall, 4);
    s.fill(rect(276 + i * 76, 316, 9, 66), '#3f7d7a');
    s.fill(rect(327 + i * 76, 316, 9, 66), '#3f7d7a');
  }
  s.fill(rect(634, 360, 38, 68), '#3f7d7a');
  const field = ground([[-60, 452], [400, 430], [900, 446], [1660, 430]]);
  s.fill(field, s.along([0, 430], [0, 900], [0, '#b7b45c'], [0.35, '#86a04b'], [1, '#3f6a3a']));
  s.within(field, () => {
    const vanish: Point = [1040, 360];
    for (let i = 0; i < 15; i++) {
      const x = -900 + i * 270;
      s.fill(poly(vanish, [x, 960], [x + 96, 960]), '#d6c66c', { opacity: 0.28 });
    }
    s.spray(field, s.around([1290, 440], 820, [0, '#fff0b0', 0.75], [1, '#fff0b0', 0]));
    s.spray(field, s.along([-60, 960], [620, 560], [0, '#1d3d2c', 0.9], [1, '#1d3d2c', 0]));
  });
  const rows: readonly (readonly [number, number, number])[] = [
    [820, 470, 74], [940, 470, 74], [1180, 470, 74], [1330, 472, 76], [1480, 470, 74], [760, 512, 108], [950, 514, 108],
      [1200, 512, 108], [1410, 514, 112],
    [640, 584, 170], [1270, 582, 168], [1530, 590, 172], [960, 596, 170],
  ];
  for (const [x, y, tall] of rows) sapling(s, x, y, tall);
  s.line('M1040 520L1390 494', '#8a6a42', 5);
  person(s, [1110, 560], 128, { coat: '#c2503a', legs: '#2f3b4c', skin: '#e8b893', hair: '#6a3d22', child: true, hand: [16,
    -44], otherHand: [20, -38] });
  person(s, [870, 560], 132, { coat: '#3c6ea0', legs: '#39403f', skin: '#8d5b3d', hair: '#1d1715', child: true, stride: 8,
    hand: [18, -50] }, true);
  s.fill(oval(560, 838, 170, 22), '#21402a', { opacity: 0.5, blur: 8 });
  s.fill(smooth([[400, 838], [440, 800], [510, 786], [570, 804], [610, 838], [520, 850]], true), '#6e4a2f');
  s.spray(smooth([[400, 838], [440, 800], [510, 786], [570, 804], [610, 838], [520, 850]], true), s.along([400, 0], [610, 0],
    [0, '#2c1b12', 0.8], [1, '#d09a62', 0.7]));
  sapling(s, 700, 836, 330);
  s.line('M606 842L536 596', '#c49a63', 11);
  s.fill(poly([584, 824], [620, 812], [634, 866], [612, 884], [596, 872]), '#7d8a8c');
  person(s, [470, 850], 350, { coat: '#d9a13b', legs: '#35506b', skin: '#d99e74', hair: '#3a2219', bun: true,
    scarf: '#b5473a', stride: 9, hand: [24, -60], otherHand: [28, -48] });
  person(s, [890, 850], 240, { coat: '#b5473a', legs: '#3d4a56', skin: '#f0c29a', hair: '#c07a35', child: true, stride: 7,
    scarf: '#efe3c2', hand: [36, -70], otherHand: [38, -56] }, true);
  person(s, [1010, 866], 226, { coat: '#3f7d7a', legs: '#5b3b2d', skin: '#7d4f36', hair: '#191413', child: true, skirt: true,
    bun: true, hand: [15, -44], otherHand: [16, -46] }, true);
  s.fill(poly([932, 776], [1000, 776], [990, 852], [942, 852]), '#8b98a0');
  s.line('M936 778q30 -58 60 0', '#59646c', 5);
  s.line('M90 980C120 800 80 640 130 420C140 330 110 220 150 60', '#4d3728', 86);
  s.line('M116 980C146 800 106 640 150 430', '#7b5b3f', 20);
  s.line('M130 330C240 260 330 210 470 190', '#4d3728', 34);
  s.line('M312 226V560M392 204V556', '#e3d2a4', 5);
  s.fill(rect(292, 552, 120, 15, 4), '#9a6636');
  for (const [x, y, r] of [[40, 60, 150], [200, 30, 150], [350, 110, 120], [500, 150, 80], [-20, 200, 110]] as const) {
    crown(s, [x, y], r, r * 0.7, '#5b6f35', '#8f8e3a', '#dba73f', [0.5, 0.3]);
  }
  for (let i = 0; i < 26; i++) s.fill(oval(s.between(-20, 560), s.between(260, 880), 9, 6), s.pick(['#dba73f', '#c7702f',
    '#a5913a']), { opacity: 0.9 });
  grass(s, -40, 1640, () => 912, 60, ['#2f5a36', '#4d7d40', '#86964a'], 11);
  return s.svg();
}
