import { Sheet, blob, crown, ground, oval, person, poly, rect, smooth } from './brush.ts';

function crateOf(s: Sheet, x: number, y: number, w: number, colours: readonly string[], r: number): void {
  s.fill(oval(x + w / 2, y + 3, w * 0.56, 8), '#3c2f3c', { opacity: 0.5, blur: 4 });
  for (let i = 0; i < Math.floor((w - 10) / (r * 1.5)); i++) {
    s.fill(oval(x + r + i * r * 1.5, y - 56 - (i % 2) * 4, r, r * 0.92), s.pick(colours));
    s.fill(oval(x + r * 0.7 + i * r * 1.5, y - 60 - (i % 2) * 4, r * 0.34, r * 0.24), '#fff6dc', { opacity: 0.6 });
  }
  s.fill(rect(x, y - 54, w, 54, 3), '#b5854f');
  for (const k of [10, 30]) s.line(`M${x + 4} ${y - k - 6}h${w - 8}`, '#7d5530', 4);
}

/** The grocer's on the square of Lagrasse, open again: bread, a bench, and the shade of the plane tree. */
export function shop(): string {
  const s = new Sheet(103);
  s.fill(rect(-40, -40, 1680, 980), s.along([0, -40], [0, 400], [0, '#7fb8d4'], [1, '#d9e9dc']));
  for (const [x, y, w] of [[-60, 210, 250], [1400, 130, 300]] as const) {
    s.fill(rect(x, y, w, 540), s.along([x, 0], [x + w, 0], [0, '#c9a67c'], [1, '#dcbc90']));
    s.fill(poly([x - 20, y + 6], [x, y - 46], [x + w, y - 46], [x + w + 20, y + 6]), '#a84e36');
    for (const k of [0.3, 0.66]) for (const down of [60, 250]) {
      s.fill(rect(x + w * k - 24, y + down, 48, 84, 2), '#5b7486');
      s.fill(rect(x + w * k - 50, y + down, 24, 84), '#8fa58a');
      s.fill(rect(x + w * k + 26, y + down, 24, 84), '#8fa58a');
    }
    s.spray(rect(x, y, w, 540), s.along([0, y], [0, y + 540], [0, '#5b4560', 0.15], [1, '#5b4560', 0.7]));
  }
  const front = rect(170, 40, 1260, 690);
  s.fill(front, s.along([170, 0], [1430, 0], [0, '#d8b588'], [0.5, '#f3dcb2'], [1, '#e2c090']));
  s.within(front, () => {
    for (let i = 0; i < 210; i++) {
      s.fill(blob(s, [s.between(170, 1430), s.between(50, 420)], s.between(18, 44), s.between(9, 17), 0.16, 8),
        s.pick(['#cfa97b', '#e9cfa2', '#c09a70', '#f6e5c2', '#d9b98d']), { opacity: 0.65 });
    }
  });
  s.spray(front, s.along([0, 40], [0, 420], [0, '#fff4cf', 0.35], [1, '#8f5f4a', 0.35]));
  s.fill(poly([130, 48], [190, -30], [1410, -30], [1470, 48]), '#b8593c');
  for (let i = 0; i < 46; i++) s.fill(oval(140 + i * 29.4, 44, 15, 13), s.pick(['#cf6f49', '#a84e36', '#bf6240']));
  for (const x of [280, 700, 1120]) {
    s.fill(rect(x - 14, 104, 168, 186, 3), '#fff0d2');
    s.fill(rect(x, 116, 140, 166), '#4f6f86');
    s.spray(rect(x, 116, 140, 166), s.along([x, 116], [x + 140, 282], [0, '#cfe6ea', 0.9], [1, '#cfe6ea', 0]));
    s.line(`M${x + 70} 116v166M${x} 200h140`, '#fff0d2', 7);
    for (const k of [x - 78, x + 152]) {
      s.fill(rect(k, 104, 66, 186, 2), '#6f93a8');
      for (let i = 0; i < 12; i++) s.line(`M${k + 8} ${118 + i * 14}h50`, '#54758c', 4);
    }
    s.fill(rect(x - 10, 288, 160, 22, 3), '#a5613f');
    for (let i = 0; i < 15; i++) s.fill(oval(x + i * 10, 282 + s.between(-12, 6), 11, 9), s.pick(['#c9402f', '#e36b4a',
      '#4f7f48', '#6f9a52', '#f0a0a0']));
  }
  const green = '#235f52';
  s.fill(rect(270, 380, 1060, 350), green);
  s.fill(rect(270, 380, 1060, 64), '#1b4d44');
  s.fill(rect(640, 390, 320, 44, 20), '#f0d9a0');
  s.line('M690 424q10 -26 34 -28M700 418q-14 -4 -16 -16M712 408q-12 -6 -12 -18', '#b5712f', 5);
  s.line('M910 424q-10 -26 -34 -28M900 418q14 -4 16 -16M888 408q12 -6 12 -18', '#b5712f', 5);
  s.fill(oval(800, 412, 62, 17), '#c98d43');
  s.line('M764 412l14 -12M790 414l14 -12M816 414l14 -12', '#f7e3b4', 4);
  const warm = (x: number, y: number, w: number, h: number) => s.around([x + w / 2, y + h * 0.7], w * 0.8, [0, '#ffe9b0'],
    [0.6, '#f0b564'], [1, '#9a5f38']);
  for (const [x, w] of [[310, 390], [920, 370]] as const) {
    const pane = rect(x, 470, w, 200);
    s.fill(rect(x - 10, 460, w + 20, 220, 3), '#1b4d44');
    s.fill(pane, warm(x, 470, w, 200));
    s.within(pane, () => {
      for (const y of [530, 596, 662]) {
        s.fill(rect(x, y, w, 8), '#7d4f2c');
        for (let k = x + 8; k < x + w - 20; k += s.between(22, 36)) {
          const h = s.between(24, 46);
          s.fill(rect(k, y - h, s.between(15, 25), h, 4), s.pick(['#c9482f', '#e6c15a', '#3f7f74', '#f5ead0', '#7d3f4c',
            '#8fa84f', '#d98a4a']));
        }
      }
      s.spray(pane, s.along([x, 470], [x + w, 670], [0, '#fff8e0', 0.8], [0.4, '#fff8e0', 0.1], [1, '#fff8e0', 0]));
      s.fill(poly([x + 40, 470], [x + 110, 470], [x + 20, 670], [x - 50, 670]), '#fffdf2', { opacity: 0.22 });
    });
  }
  s.fill(rect(730, 460, 160, 270), '#1b4d44');
  s.fill(rect(744, 474, 132, 256), warm(744, 474, 132, 256));
  s.fill(rect(744, 640, 132, 90), '#5f3c26');
  s.fill(poly([744, 474], [690, 488], [690, 738], [744, 730]), '#2f7566');
  s.fill(poly([734, 496], [700, 504], [700, 640], [734, 634]), '#f3d79a');
  const awning = poly([250, 444], [1350, 444], [1400, 540], [200, 540]);
  s.within(awning + rect(196, 536, 1210, 34), () => {
    for (let i = 0; i < 22; i++) {
      const a = 250 + i * 50;
      const b = 200 + i * 54.6;
      s.fill(poly([a, 444], [a + 50, 444], [b + 54.6, 540], [b, 540]), i % 2 ? '#fff4dc' : '#c9503b');
      s.fill(poly([b, 539], [b + 54.6, 539], [b + 54.6, 556], [b + 27, 568], [b, 556]), i % 2 ? '#efdfc0' : '#a93f2f');
    }
    s.spray(awning, s.along([0, 444], [0, 540], [0, '#fff8e0', 0.1], [1, '#5b2530', 0.4]));
  });
  s.fill(rect(280, 568, 1040, 60), s.along([0, 560], [0, 628], [0, '#12332f', 0.6], [1, '#12332f', 0]));
  const square = ground([[-60, 726], [800, 722], [1660, 726]]);
  s.fill(square, s.along([0, 720], [0, 900], [0, '#e9d3a4'], [1, '#b9946c']));
  s.within(square, () => {
    for (let y = 736; y < 940; y += 8 + (y - 720) * 0.14) {
      for (let x = -60; x < 1660; x += s.between(40, 80) + (y - 720) * 0.2) {
        s.fill(rect(x, y, 34 + (y - 720) * 0.24, 5 + (y - 720) * 0.07, 5), s.pick(['#d4b888', '#c4a272', '#f2e0b8',
          '#dcc294']), { opacity: 0.8 });
      }
    }
    for (let i = 0; i < 46; i++) s.fill(blob(s, [s.between(700, 1660), s.between(760, 910)], s.between(30, 90), s.between(8,
      20), 0.3, 9), '#5c4a66', { opacity: 0.34, blur: 3 });
  });
  s.fill(rect(240, 716, 1120, 14), '#a58a68');
  crateOf(s, 320, 790, 126, ['#d9482f', '#e3663a', '#c9392f'], 17);
  crateOf(s, 456, 790, 120, ['#f0a53c', '#f3bb4a'], 18);
  crateOf(s, 586, 794, 110, ['#8fae4a', '#6f9442', '#a9c25c'], 16);
  crateOf(s, 386, 740, 130, ['#6b3f6b', '#7f4a7a'], 15);
  s.line('M930 800V720M1190 800V720', '#3d2c22', 11);
  s.fill(rect(906, 712, 310, 15, 4), '#a8703c');
  for (const y of [650, 676]) s.fill(rect(906, y, 310, 14, 4), '#b9804a');
  s.line('M930 720V650M1190 720V650', '#3d2c22', 9);
  s.fill(oval(1060, 806, 180, 11), '#3c2f3c', { opacity: 0.45, blur: 5 });
  person(s, [990, 806], 236, { coat: '#6f4a7a', legs: '#3b3a4a', skin: '#e8b893', hair: '#ece6da', sits: true, bun: true,
    hand: [20, -48], scarf: '#f0d9a0' });
  for (const [x, y] of [[1112, 678], [1152, 674], [1132, 662]] as const) {
    s.fill(oval(x, y, 30, 19), '#b5702f');
    s.fill(oval(x - 3, y - 5, 22, 10), '#e6a95a');
  }
  s.fill(poly([1078, 680], [1186, 680], [1172, 714], [1092, 714]), '#c79a5f');
  s.line('M1084 692h96M1088 703h88', '#8f6638', 4);
  s.fill(oval(812, 808, 70, 9), '#3c2f3c', { opacity: 0.45, blur: 5 });
  person(s, [810, 806], 290, { coat: '#f5ead2', legs: '#2f4a5c', skin: '#a5694a', hair: '#221815', scarf: '#235f52',
    hand: [34, -58], otherHand: [26, -50] }, true);
  s.fill(smooth([[690, 652], [700, 634], [740, 632], [752, 648], [724, 662]], true), '#cf9048');
  s.fill(oval(660, 866, 60, 9), '#3c2f3c', { opacity: 0.45, blur: 5 });
  person(s, [664, 866], 226, { coat: '#3f7fa0', legs: '#7d4a3c', skin: '#f0c29a', hair: '#c98a3c', child: true, stride: 8,
    hand: [20, -66], otherHand: [-14, -46], scarf: '#c9503b' });
  s.line(oval(206, 800, 62), '#2b2f36', 8);
  s.line(oval(20, 806, 62), '#2b2f36', 8);
  s.line('M206 800L150 690L20 806L90 700L150 690M150 690L128 664M90 700L76 668M60 666h34M128 664l34 -8', '#c9402f', 8);
  s.fill(poly([150, 700], [226, 690], [216, 738], [160, 742]), '#b5854f');
  s.line('M1530 980C1510 800 1560 640 1530 440C1520 330 1560 220 1540 60', '#9a8468', 110);
  for (let i = 0; i < 40; i++) s.fill(blob(s, [1534 + s.between(-46, 46), s.between(120, 890)], s.between(9, 22),
    s.between(14, 30), 0.25, 8), s.pick(['#c9b692', '#7f6d58', '#b5a280', '#e3d5b0']), { opacity: 0.8 });
  s.spray(rect(1470, 60, 130, 860), s.along([1600, 0], [1490, 0], [0, '#2c2430', 0.8], [1, '#2c2430', 0]));
  s.line('M1530 330C1440 260 1360 200 1240 150', '#8a7660', 36);
  for (const [x, y, r] of [[1620, 40, 180], [1440, 10, 170], [1280, 50, 140], [1560, 180, 120], [1140, 20, 100]] as const) {
    crown(s, [x, y], r, r * 0.66, '#4a6b3a', '#7f9a44', '#d6c25a', [-0.5, 0.3]);
  }
  s.spray(rect(-40, -40, 1680, 980), s.around([300, 100], 1000, [0, '#ffe9a8', 0.5], [1, '#ffe9a8', 0]),
    { blend: 'soft-light' });
  return s.svg();
}
