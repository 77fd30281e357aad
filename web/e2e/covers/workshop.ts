import { type Point, Sheet, oval, person, poly, rect, smooth } from './brush.ts';

/** Roofs of Lyon in the last light, through a workshop's window. */
function view(s: Sheet): void {
  s.fill(rect(90, 60, 620, 470), s.along([0, 60], [0, 520], [0, '#3c5a80'], [0.45, '#c98f86'], [0.75, '#f2b883'], [1,
    '#f7d3a0']));
  s.glow([240, 430], 260, '#ffd9a0', 0.7);
  s.fill(smooth([[60, 400], [180, 330], [300, 352], [420, 300], [560, 330], [740, 290], [740, 600], [60, 600]], true),
    '#8d6f83');
  s.fill(poly([370, 306], [370, 262], [382, 246], [394, 262], [394, 306]), '#8d6f83');
  s.fill(poly([430, 302], [430, 258], [442, 242], [454, 258], [454, 300]), '#8d6f83');
  s.fill(rect(376, 282, 74, 30), '#8d6f83');
  const roofs = ['#a4523a', '#8d4334', '#b8654a', '#7b3d35'];
  for (let i = 0; i < 9; i++) {
    const x = 70 + i * 78 + s.between(-14, 14);
    const y = 400 + s.between(-34, 30);
    const w = s.between(80, 124);
    s.fill(rect(x, y, w, 200), s.pick(['#c7987c', '#b78674', '#d4a888', '#a97868']));
    s.fill(poly([x - 6, y], [x + 16, y - 30], [x + w - 12, y - 30], [x + w + 6, y]), s.pick(roofs));
    s.fill(rect(x + w * 0.62, y - 54, 15, 34), '#7a4a40');
    for (let k = 0; k < 2; k++) s.fill(rect(x + 16 + k * 36, y + 24, 15, 26), s.random() > 0.4 ? '#ffd98c' : '#6f5565');
  }
}

function wheel(s: Sheet, [x, y]: Point, r: number): void {
  s.line(oval(x + 9, y + 9, r), '#122c2c', 9, { opacity: 0.5, blur: 5 });
  s.line(oval(x, y, r), '#1b2224', 10);
  s.line(oval(x, y, r - 9), '#b9b6a6', 4);
  for (let i = 0; i < 18; i++) {
    const a = (i / 18) * Math.PI * 2;
    s.line(`M${x} ${y}L${x + Math.cos(a + 0.12) * (r - 10)} ${y + Math.sin(a + 0.12) * (r - 10)}`, '#c9c6b4', 1.4,
      { opacity: 0.8 });
  }
  s.fill(oval(x, y, 8), '#d8d3bd');
}

function tools(s: Sheet): void {
  const board = rect(830, 120, 640, 330, 8);
  s.fill(rect(842, 134, 640, 330, 8), '#0d2626', { opacity: 0.45, blur: 8 });
  s.fill(board, s.along([830, 120], [1470, 450], [0, '#b98a58'], [1, '#8b6240']));
  s.within(board, () => {
    for (let x = 852; x < 1470; x += 30) for (let y = 142; y < 450; y += 30) s.fill(oval(x, y, 2.4), '#6b4930');
  });
  const ink = '#23302f';
  const hung = (paint: () => void) => {
    s.moved([7, 9], 1, paint);
  };
  const wrench = (x: number, long: number, colour: string) => {
    s.line(`M${x} 190L${x} ${190 + long}`, colour, 13);
    s.line(`M${x - 12} 168q0 22 12 22q12 0 12 -22`, colour, 9);
  };
  const drawn = (shade: string | undefined) => {
    const c = (own: string) => shade ?? own;
    wrench(872, 120, c('#a9b2ae'));
    wrench(916, 96, c('#bac2bc'));
    wrench(956, 74, c('#a9b2ae'));
    s.fill(rect(1002, 170, 13, 80, 5), c('#c4402e'));
    s.line('M1008 250L1008 316', c('#c9cdc4'), 6);
    s.fill(rect(1038, 170, 13, 70, 5), c('#e0a336'));
    s.line('M1044 240L1044 292', c('#c9cdc4'), 6);
    s.fill(rect(1072, 170, 13, 60, 5), c('#3b6ba0'));
    s.line('M1078 230L1078 270', c('#c9cdc4'), 5);
    s.line('M1170 200L1170 360', c('#c99b62'), 14);
    s.fill(poly([1122, 172], [1200, 166], [1214, 182], [1208, 206], [1122, 204]), c('#59666a'));
    s.fill(poly([1262, 176], [1440, 190], [1440, 214], [1262, 270]), c('#c3c7bd'));
    s.fill(rect(1236, 168, 42, 108, 14), c('#7a4a2c'));
    s.line('M880 372q60 -34 96 0M880 420q60 -34 96 0', c(ink), 7);
    s.line(oval(1050, 390, 34), c('#2f4f7a'), 9);
    s.line(oval(1050, 390, 18), c('#2f4f7a'), 7);
    s.line('M1330 330L1390 420M1390 330L1330 420', c('#aab1ab'), 9);
    s.line('M1322 438q10 -30 26 -10M1398 438q-10 -30 -26 -10', c('#c4402e'), 11);
  };
  hung(() => drawn('#5d3d27'));
  drawn(undefined);
}

function lamp(s: Sheet): void {
  s.line('M1060 640L1030 520L1110 414', '#1d2424', 12);
  s.fill(oval(1030, 520, 11), '#d0a23e');
  s.fill(rect(1014, 632, 96, 18, 8), '#1d2424');
  s.fill(poly([1086, 396], [1136, 366], [1216, 440], [1120, 500]), '#c2482f');
  s.fill(poly([1086, 396], [1104, 386], [1150, 484], [1120, 500]), '#96321f');
  s.fill(smooth([[1120, 500], [1164, 464], [1216, 440], [1186, 486]], true), '#fff1c4');
}

function radio(s: Sheet): void {
  s.fill(rect(1190, 650, 250, 20), '#2a1810', { opacity: 0.6, blur: 9 });
  s.fill(rect(1180, 510, 250, 148, 18), s.along([1180, 510], [1430, 660], [0, '#b4652f'], [1, '#6d331b']));
  s.fill(rect(1196, 526, 126, 116, 10), '#e7cf9b');
  for (let y = 538; y < 636; y += 13) s.line(`M1206 ${y}H1312`, '#b39059', 4);
  s.fill(rect(1336, 530, 78, 44, 6), '#fbe3a1');
  s.line('M1350 566L1372 540', '#c4402e', 4);
  s.fill(oval(1356, 612, 17), '#2c1c14');
  s.fill(oval(1398, 612, 17), '#2c1c14');
  s.line('M1356 612l8 -10M1398 612l-10 -6', '#e7cf9b', 3);
  s.line('M1410 512L1470 400', '#c8ccc4', 5);
}

function kettle(s: Sheet): void {
  s.fill(oval(300, 660, 90, 14), '#2a1810', { opacity: 0.6, blur: 8 });
  s.fill(smooth([[232, 648], [226, 590], [262, 546], [306, 540], [350, 552], [376, 596], [370, 648], [300, 658]], true),
    s.along([226, 0], [376, 0], [0, '#2c5e73'], [0.45, '#5f9cab'], [1, '#234a60']));
  s.line('M366 590q40 -8 52 -50', '#2c5e73', 15);
  s.line('M256 548q44 -84 92 0', '#1d2a2c', 9);
  s.fill(oval(302, 540, 16, 8), '#1d2a2c');
  s.line('M426 520q-12 -26 6 -48q16 -22 0 -50', '#fff2dc', 7, { opacity: 0.4, blur: 4 });
}

/** The repair café's new room on a winter evening: two people bend over a radio, under the lamp. */
export function workshop(): string {
  const s = new Sheet(11);
  s.fill(rect(-40, -40, 1680, 980), s.along([0, 0], [1600, 700], [0, '#1d4a4b'], [0.6, '#2a5f59'], [1, '#16393c']));
  s.spray(rect(-40, -40, 1680, 980), s.around([1180, 520], 900, [0, '#f0b45f', 0.62], [0.4, '#d98f48', 0.3], [1, '#d98f48',
    0]));
  s.spray(rect(-40, -40, 1680, 400), s.along([0, -40], [0, 330], [0, '#071f24', 0.85], [1, '#071f24', 0]));
  s.fill(rect(74, 44, 652, 502), '#0b2a2c', { opacity: 0.6, blur: 10 });
  s.fill(rect(70, 40, 660, 510), '#e8d7b4');
  s.within(rect(90, 60, 620, 470), () => {
    view(s);
  });
  for (const x of [296, 500]) s.fill(rect(x, 50, 13, 490), '#e8d7b4');
  s.fill(rect(80, 208, 640, 13), '#e8d7b4');
  s.fill(rect(52, 540, 696, 24), '#f3e6c8');
  s.fill(poly([120, 540], [128, 492], [176, 492], [184, 540]), '#b4572f');
  for (let i = 0; i < 11; i++) {
    const a = -Math.PI / 2 + (i - 5) * 0.24;
    s.line(`M152 492q${Math.cos(a) * 20} ${Math.sin(a) * 50} ${Math.cos(a) * 62} ${Math.sin(a) * 78}`, s.pick(['#3f7d52',
      '#5a9a5e', '#2d6446']), 9);
  }
  wheel(s, [772, 150], 92);
  tools(s);
  s.fill(poly([1130, 492], [1196, 450], [1480, 760], [860, 760]), s.along([1150, 470], [1150, 760], [0, '#ffe3a0', 0.5], [1,
    '#ffe3a0', 0.05]), { blend: 'screen', blur: 12 });
  person(s, [660, 905], 580, { coat: '#c9573a', legs: '#22333c', skin: '#a86a48', hair: '#1f1715', bun: true,
    scarf: '#efc35b', hand: [46, -46], otherHand: [38, -47] });
  person(s, [950, 930], 620, { coat: '#3d5b8c', legs: '#22333c', skin: '#e3ad86', hair: '#e7e2d6', hand: [-36, -44],
    otherHand: [40, -45] }, true);
  s.spray(rect(560, 260, 420, 420), s.around([1100, 560], 460, [0, '#ffd48a', 0.55], [1, '#ffd48a', 0]),
    { blend: 'soft-light' });
  const bench = poly([-40, 650], [1640, 650], [1640, 716], [-40, 716]);
  s.fill(rect(-40, 700, 1680, 240), s.along([0, 700], [0, 900], [0, '#3d2416'], [1, '#1f130e']));
  s.fill(bench, s.along([0, 650], [1600, 716], [0, '#8a5a35'], [0.7, '#d59b5a'], [1, '#9a6438']));
  s.within(bench, () => {
    for (let i = 0; i < 40; i++) {
      const y = s.between(652, 714);
      const x = s.between(-40, 1500);
      s.line(`M${x} ${y}q120 ${s.between(-6, 6)} ${s.between(160, 360)} 0`, s.pick(['#6f4426', '#b37a45', '#e3b272']),
        s.between(1.5, 3.5), { opacity: 0.55 });
    }
  });
  s.spray(bench, s.around([1120, 660], 520, [0, '#ffe6ab', 0.85], [1, '#ffe6ab', 0]));
  for (const x of [60, 420, 980, 1400]) {
    s.fill(rect(x, 716, 74, 224), '#2a180f');
    s.fill(rect(x, 716, 22, 224), '#5b3820');
  }
  for (let i = 0; i < 3; i++) {
    s.fill(rect(190 + i * 76, 800 - i * 10, 66, 120), s.pick(['#39564c', '#6b3d2c', '#8f6a36']));
    s.line(`M${202 + i * 76} ${830 - i * 10}h42`, '#e5cfa0', 5);
  }
  kettle(s);
  lamp(s);
  radio(s);
  s.line('M1180 620q-70 30 -96 2', '#c4402e', 5);
  s.line('M1180 596q-60 -6 -84 28', '#e0b13c', 5);
  for (let i = 0; i < 12; i++) {
    const [x, y] = [s.between(480, 960), s.between(668, 706)];
    s.fill(oval(x, y, s.between(4, 8), s.between(3, 5)), s.pick(['#d9d4c0', '#6d6a60', '#e0b13c']));
  }
  s.fill(rect(500, 612, 60, 44, 8), '#f0e7d2');
  s.line('M560 622q24 4 0 24', '#f0e7d2', 7);
  s.fill(oval(530, 613, 29, 7), '#5c3420');
  s.glow([1160, 480], 330, '#ffdf98', 0.62);
  s.spray(rect(-40, 560, 500, 380), s.along([-40, 900], [420, 600], [0, '#0a1416', 0.8], [1, '#0a1416', 0]));
  return s.svg();
}
