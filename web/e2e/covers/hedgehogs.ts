import { type Point, Sheet, blob, crown, grass, ground, oval, poly, rect, smooth } from './brush.ts';

function hedgehog(s: Sheet, at: Point, scale: number, mirrored = false): void {
  s.moved(at, scale, () => {
    s.fill(oval(0, 8, 150, 15), '#1a1720', { opacity: 0.6, blur: 7 });
    s.fill(smooth([[-130, -10], [-140, -60], [-96, -124], [-20, -148], [54, -122], [92, -70], [96, -14], [0, 4]], true),
      '#4a362c');
    for (let i = 0; i < 260; i++) {
      const a = Math.PI * (1.02 + s.random() * 0.94);
      const r = Math.sqrt(s.random());
      const x = -22 + Math.cos(a) * 112 * r;
      const y = -14 + Math.sin(a) * 128 * r;
      const lean = Math.atan2(y + 30, x - 60) + s.between(-0.24, 0.24);
      const long = s.between(18, 34);
      s.line(`M${x} ${y}l${Math.cos(lean) * long} ${Math.sin(lean) * long}`, s.pick(['#2c201c', '#6f5340', '#a5825e',
        '#e3cda0', '#3d2c25']), s.between(2.4, 4.4));
    }
    s.fill(smooth([[54, -96], [96, -92], [128, -62], [168, -34], [164, -22], [120, -8], [70, -2], [52, -40]], true), '#d6ab7c');
    s.spray(smooth([[54, -96], [96, -92], [128, -62], [168, -34], [164, -22], [120, -8], [70, -2], [52, -40]], true),
      s.along([100, -100], [90, 0], [0, '#fff0c8', 0.6], [1, '#6b452c', 0.7]));
    s.fill(oval(74, -84, 17, 15), '#b58258');
    s.fill(oval(170, -30, 10, 9), '#231a1c');
    s.fill(oval(118, -58, 8), '#1a1416');
    s.fill(oval(121, -61, 2.6), '#fff7e0');
    s.line('M132 -22q12 6 20 0', '#6b452c', 3.4);
    for (const x of [-70, -34, 44, 82]) s.fill(oval(x, 2, 17, 9), '#a5744c');
  }, 0, mirrored);
}

/** The garden of Whitby's hedgehog hospital at dusk: a lit hutch, leaves, and patients of the evening. */
export function hedgehogs(): string {
  const s = new Sheet(97);
  s.fill(rect(-40, -40, 1680, 980), s.along([0, -40], [0, 560], [0, '#1d2c52'], [0.45, '#4a4f86'], [0.8, '#c07f8e'], [1,
    '#f2b57f']));
  for (let i = 0; i < 60; i++) s.fill(oval(s.between(0, 1600), s.between(-10, 260), s.between(1, 2.8)), '#fff2d8',
    { opacity: s.between(0.3, 0.9) });
  s.fill(oval(420, 150, 58), '#fdeecb');
  s.glow([420, 150], 260, '#ffe9b8', 0.5);
  s.fill(rect(-40, 420, 1680, 90), '#4d5a88');
  s.spray(rect(-40, 420, 1680, 90), s.along([0, 420], [0, 510], [0, '#f2b57f', 0.7], [1, '#2c3566', 0.5]));
  s.fill(ground([[-60, 400], [140, 350], [360, 380], [520, 440], [700, 500]]), '#453f6b');
  const ink = '#352f58';
  s.fill(poly([150, 366], [150, 250], [176, 226], [204, 250], [204, 300], [238, 300], [238, 274], [262, 250], [286, 274],
    [286, 372]), ink);
  for (const x of [166, 246]) s.fill(smooth([[x, 346], [x + 2, 300], [x + 12, 286], [x + 22, 300], [x + 24, 346]], true),
    '#c07f8e');
  const hedge = ground([[-60, 470], [400, 500], [800, 480], [1660, 460]]);
  s.fill(hedge, '#2c3f4a');
  for (let x = -40; x < 1660; x += 80) crown(s, [x + s.between(-20, 20), 486 + s.between(-14, 14)], s.between(60, 90),
    s.between(40, 66), '#223744', '#35534f', '#5d7552', [0.3, -0.7]);
  for (let x = 560; x < 900; x += 44) s.fill(poly([x, 600], [x, 430], [x + 15, 410], [x + 30, 430], [x + 30, 600]), '#6d5a68');
  const lawn = ground([[-60, 600], [500, 570], [1000, 580], [1660, 570]]);
  s.fill(lawn, s.along([0, 570], [0, 900], [0, '#56704a'], [0.5, '#3c5640'], [1, '#1c2c2c']));
  s.spray(lawn, s.around([1120, 640], 620, [0, '#ffc46a', 0.85], [0.5, '#e0933f', 0.4], [1, '#e0933f', 0]));
  s.fill(oval(1190, 690, 340, 24), '#131b20', { opacity: 0.6, blur: 9 });
  s.fill(rect(930, 330, 520, 350, 6), '#8a5530');
  for (let y = 346; y < 680; y += 42) s.line(`M934 ${y + 26}h512`, '#5f3820', 5);
  s.spray(rect(930, 330, 520, 350), s.along([1450, 0], [1000, 0], [0, '#1f1420', 0.9], [1, '#1f1420', 0]));
  s.fill(poly([890, 344], [960, 236], [1430, 236], [1496, 344]), '#3f5a62');
  s.spray(poly([890, 344], [960, 236], [1430, 236], [1496, 344]), s.along([890, 0], [1496, 0], [0, '#8fa8a8', 0.6], [1,
    '#101b28', 0.8]));
  for (let i = 0; i < 9; i++) s.line(`M${960 + i * 58} 240L${906 + i * 72} 340`, '#2c434c', 5);
  for (const x of [970, 1210]) {
    s.fill(rect(x - 12, 388, 214, 236, 6), '#5f3820');
    s.fill(rect(x, 400, 190, 212), s.around([x + 95, 560], 190, [0, '#fff0b4'], [0.5, '#ffc35a'], [1, '#c9752f']));
    s.within(rect(x, 400, 190, 212), () => {
      for (let i = 0; i < 60; i++) s.line(`M${x + s.between(0, 190)} 612l${s.between(-22, 22)} ${s.between(-60, -14)}`,
        s.pick(['#d9a347', '#f3d488', '#a8702c']), 4);
    });
    for (let i = 1; i < 8; i++) s.line(`M${x + i * 24} 400v212`, '#6b4426', 2.4);
    for (let i = 1; i < 9; i++) s.line(`M${x} ${400 + i * 24}h190`, '#6b4426', 2.4);
  }
  s.within(rect(970, 400, 190, 212), () => {
    hedgehog(s, [1060, 604], 0.5, true);
  });
  s.glow([1064, 520], 300, '#ffbe5c', 0.6);
  s.glow([1304, 520], 300, '#ffbe5c', 0.6);
  s.fill(poly([860, 690], [930, 660], [930, 690]), '#6b4426');
  const path = (i: number, x: number, y: number) => {
    s.fill(blob(s, [x, y], 96 + i * 6, 22 + i * 2, 0.1, 9), '#7d7770', { opacity: 0.9 });
    s.fill(blob(s, [x - 6, y - 5], 80 + i * 5, 13, 0.1, 9), '#b7a68c', { opacity: 0.75 });
  };
  path(0, 900, 716);
  path(1, 760, 770);
  path(2, 920, 830);
  path(3, 700, 888);
  s.fill(poly([1290, 846], [1306, 800], [1470, 800], [1486, 846]), '#4f7f92');
  s.fill(oval(1388, 800, 84, 15), '#2b4a58');
  for (let i = 0; i < 26; i++) s.fill(blob(s, [1388 + s.between(-66, 66), 797 + s.between(-7, 5)], 9, 6, 0.2, 6),
    s.pick(['#a5702f', '#c98d43', '#7f5426']));
  hedgehog(s, [430, 812], 1.7);
  hedgehog(s, [1130, 842], 0.86);
  hedgehog(s, [790, 738], 0.52, true);
  const leaf = (x: number, y: number, size: number) => {
    s.moved([x, y], size, () => {
      s.fill(smooth([[-20, 0], [-6, -10], [12, -7], [24, 2], [8, 9], [-8, 8]], true), s.pick(['#d98a35', '#c0522f',
        '#e6b04a', '#8f4a2c', '#a8803a']));
      s.line('M-20 0L22 2', '#5d2f1c', 1.6, { opacity: 0.6 });
    }, s.between(0, 360));
  };
  for (let i = 0; i < 120; i++) {
    const y = 640 + Math.pow(s.random(), 0.7) * 270;
    leaf(s.between(-20, 1620), y, 0.5 + (y - 600) / 280);
  }
  for (let i = 0; i < 34; i++) leaf(s.between(-40, 420), s.between(846, 910), 1.7);
  s.spray(rect(-40, 500, 620, 440), s.along([-40, 940], [420, 600], [0, '#0f1624', 0.8], [1, '#0f1624', 0]));
  grass(s, -40, 1640, () => 914, 90, ['#1c2f30', '#2f4a3c', '#56683f', '#15232a'], 10);
  return s.svg();
}
