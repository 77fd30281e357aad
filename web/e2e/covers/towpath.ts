import { type Point, Sheet, blob, crown, grass, ground, oval, person, poly, rect, smooth } from './brush.ts';

function bench(s: Sheet, x: number, y: number, w: number): void {
  const oak = '#a8703c';
  s.fill(oval(x + w / 2, y + 6, w * 0.56, 13), '#28331f', { opacity: 0.55, blur: 7 });
  for (const k of [0.08, 0.92]) {
    s.line(`M${x + w * k} ${y}V${y - 150}`, '#6e4422', 15);
    s.line(`M${x + w * k} ${y - 82}h-34v82`, '#7d4e28', 13);
  }
  for (let i = 0; i < 3; i++) {
    s.fill(rect(x, y - 150 + i * 24, w, 17, 5), oak);
    s.line(`M${x + 6} ${y - 147 + i * 24}h${w - 12}`, '#dca767', 4);
  }
  s.fill(rect(x - 30, y - 72, w + 20, 18, 5), '#8c5a2e');
  s.fill(rect(x - 34, y - 78, w + 24, 13, 5), '#c98d4f');
}

function swan(s: Sheet, at: Point, scale: number, mirrored = false): void {
  s.moved(at, scale, () => {
    s.fill(oval(4, 16, 66, 10), '#3f6a72', { opacity: 0.5, blur: 5 });
    s.fill(smooth([[-60, -6], [-30, -34], [10, -40], [44, -18], [52, 4], [0, 16], [-46, 12]], true), '#fffaf0');
    s.fill(smooth([[-60, -14], [-20, -40], [20, -32], [0, -8], [-40, 0]], true), '#e6ddd0');
    s.line('M42 -8C70 -30 30 -62 52 -86', '#fffaf0', 14);
    s.fill(oval(56, -88, 12, 9), '#fffaf0');
    s.fill(poly([64, -92], [84, -84], [64, -82]), '#e08a3c');
  }, 0, mirrored);
}

/** The towpath near Skipton on a mild afternoon: a bench where there was none, and swans. */
export function towpath(): string {
  const s = new Sheet(47);
  const sun: Point = [0.5, -0.7];
  s.fill(rect(-40, -40, 1680, 980), s.along([0, -40], [0, 520], [0, '#9cc9d6'], [0.6, '#d9e6cf'], [1, '#fbe6b6']));
  s.glow([1180, 230], 560, '#fff0bf', 0.8);
  for (const [x, y, w] of [[320, 110, 190], [760, 70, 240], [1420, 150, 200]] as const) {
    s.fill(smooth([[x - w, y + 26], [x - w * 0.4, y - 16], [x, y - 36], [x + w * 0.5, y - 8], [x + w, y + 22], [x, y + 34]],
      true), '#fff7e2', { opacity: 0.75, blur: 3 });
  }
  const moor = ground([[-60, 330], [200, 250], [480, 290], [760, 220], [1040, 270], [1340, 210], [1660, 280]]);
  s.fill(moor, '#a9b98c');
  s.spray(moor, s.along([0, 200], [0, 420], [0, '#6f8f83', 0.75], [1, '#f3e2ab', 0.55]));
  const fields = ground([[-60, 390], [260, 350], [620, 380], [980, 340], [1300, 370], [1660, 340]]);
  s.fill(fields, '#8fae62');
  s.within(fields, () => {
    for (const x of [60, 330, 620, 900, 1190, 1460]) s.line(`M${x} 330q${s.between(-40, 60)} 60 ${s.between(-90, 120)} 160`,
      '#6c7f58', 6);
    for (let i = 0; i < 34; i++) s.fill(oval(s.between(0, 1600), s.between(372, 420), 6, 4), '#fff8ea');
  });
  s.fill(rect(980, 330, 120, 66), '#cbb392');
  s.fill(poly([970, 334], [1000, 298], [1086, 298], [1110, 334]), '#6f6a66');
  s.fill(rect(1010, 352, 16, 22), '#54606a');
  s.fill(rect(1056, 352, 16, 22), '#54606a');
  for (let x = -40; x < 1660; x += 96) crown(s, [x + s.between(-24, 24), 418 + s.between(-8, 8)], s.between(60, 96),
    s.between(34, 60), '#4f7350', '#6d9153', '#a9bd63', sun);
  const water = poly([-60, 470], [1660, 440], [1660, 660], [980, 720], [-60, 600]);
  s.fill(water, s.along([0, 440], [0, 720], [0, '#c9dcc0'], [0.4, '#7fb0ae'], [1, '#3f7680']));
  s.within(water, () => {
    for (let x = -40; x < 1660; x += 100) s.fill(oval(x + s.between(-20, 20), 482, 70, s.between(20, 50)), '#4f7d63',
      { opacity: 0.55, blur: 6 });
    for (let i = 0; i < 90; i++) {
      const y = s.between(460, 720);
      const x = s.between(-60, 1640);
      s.line(`M${x} ${y}q${20 + (y - 440) * 0.2} -4 ${40 + (y - 440) * 0.4} 0`, s.pick(['#f4f1d0', '#dcead4', '#3d7480',
        '#5f979b']), s.between(1.5, 4.5), { opacity: 0.6 });
    }
    s.glow([1180, 520], 340, '#fff3c4', 0.8);
  });
  const stone = s.along([560, 280], [900, 520], [0, '#c9b491'], [1, '#8a7662']);
  s.fill(smooth([[430, 470], [470, 360], [640, 296], [820, 330], [900,
    450]]) + 'L900 500L820 500Q800 370 672 370Q540 372 530 512L430 512Z', stone);
  s.fill(smooth([[420, 400], [520, 330], [650, 280], [800, 316], [910, 410]]) + 'L910 436Q780 330 650 306Q530 326 420 428Z',
    '#e2cfa8');
  for (let i = 0; i < 42; i++) {
    const x = s.between(440, 880);
    s.fill(rect(x, 330 + Math.abs(x - 660) * 0.34 + s.between(-14, 16), s.between(18, 34), 11, 3), s.pick(['#a48e70',
      '#d8c39a', '#7d6a58']), { opacity: 0.8 });
  }
  const hull = smooth([[1020, 520], [1060, 560], [1420, 548], [1480, 500]]) + 'L1440 520L1060 536Z';
  s.fill(oval(1250, 562, 230, 16), '#2c5660', { opacity: 0.5, blur: 6 });
  s.fill(hull, '#24323c');
  s.fill(poly([1080, 532], [1092, 470], [1396, 458], [1412, 518]), '#a63d2f');
  s.fill(poly([1080, 478], [1092, 464], [1400, 452], [1410, 462]), '#f0dcae');
  for (let i = 0; i < 5; i++) s.fill(oval(1136 + i * 58, 496 - i * 2.2, 13), '#ffe9ad');
  s.line('M1370 456V420', '#24323c', 10);
  s.fill(blob(s, [1388, 390], 20, 12, 0.2), '#efe9da', { opacity: 0.8, blur: 4 });
  s.fill(blob(s, [1424, 366], 28, 15, 0.2), '#efe9da', { opacity: 0.5, blur: 6 });
  swan(s, [640, 610], 1.05);
  swan(s, [800, 574], 0.72);
  swan(s, [1330, 620], 0.7, true);
  const bank = ground([[-60, 590], [300, 616], [680, 668], [1000, 712], [1320, 668], [1660, 640]]);
  s.fill(bank, s.along([0, 600], [0, 900], [0, '#8fae56'], [1, '#3f6b3f']));
  const path = smooth([[-60, 700], [300, 730], [700, 800], [1000, 820], [1660, 760]]) + 'L1660 900L1660 960L-60 960Z';
  s.fill(path, s.along([0, 700], [0, 940], [0, '#ecd9a8'], [1, '#c49a66']));
  s.within(path, () => {
    for (let i = 0; i < 170; i++) s.fill(oval(s.between(0, 1600), s.between(720, 910), s.between(2, 7), s.between(1.5, 3.4)),
      s.pick(['#a9804f', '#f8ecc8', '#d4b27a']), { opacity: 0.7 });
    s.spray(path, s.along([-60, 960], [520, 700], [0, '#4a5b35', 0.85], [1, '#4a5b35', 0]));
  });
  const edge = (x: number) => (x < 700 ? 596 + (x + 60) * 0.1 : 690 - Math.abs(x - 1000) * 0.06);
  grass(s, -40, 1640, edge, 40, ['#5d8a45', '#7fa650', '#3f6f3f', '#b7c26a'], 10);
  bench(s, 820, 806, 330);
  s.moved([0, 0], 1, () => {
    person(s, [930, 806], 246, { coat: '#3f5f92', legs: '#4a4038', skin: '#eab995', hair: '#efe9de', sits: true, hand: [18,
      -46], scarf: '#e0b04a' });
    person(s, [1040, 806], 236, { coat: '#b5473a', legs: '#394a52', skin: '#f0c7a4', hair: '#d8d2c6', sits: true, bun: true,
      hand: [20, -50] });
  });
  s.line('M1172 806L1150 664q0 -18 18 -14', '#6e4422', 7);
  s.line('M250 980C210 760 230 560 200 380C190 310 150 250 120 190', '#5a4630', 70);
  s.line('M236 980C200 760 216 560 188 380', '#7d6546', 22);
  s.line('M200 400C280 330 330 280 360 190M180 330C110 260 60 230 10 220', '#5a4630', 28);
  for (let i = 0; i < 96; i++) {
    const x = s.between(-60, 520);
    const y = s.between(-40, 200) + Math.abs(x - 220) * 0.12;
    const long = s.between(180, 480) * (1 - Math.abs(x - 220) / 640);
    const colour = s.pick(['#4f7a3c', '#6f9a48', '#9cb956', '#c6cf73', '#3d6637']);
    s.line(`M${x} ${y}q${s.between(-30, 30)} ${long * 0.5} ${s.between(-24, 34)} ${long}`, colour, s.between(4, 9),
      { opacity: 0.9 });
  }
  for (let i = 0; i < 120; i++) s.fill(oval(s.between(-40, 480), s.between(0, 420), s.between(3, 7), s.between(9, 17)),
    s.pick(['#8fb04f', '#5d8a42', '#d2d67f']), { opacity: 0.85 });
  s.spray(rect(-40, -40, 760, 980), s.along([-40, 200], [560, 300], [0, '#1f3a2a', 0.6], [1, '#1f3a2a', 0]));
  s.spray(rect(600, -40, 1040, 980), s.around([1240, 200], 860, [0, '#ffe9a8', 0.5], [1, '#ffe9a8', 0]),
    { blend: 'soft-light' });
  grass(s, -40, 700, () => 912, 90, ['#2f5a36', '#4d7d40', '#6f9a48'], 12);
  return s.svg();
}
