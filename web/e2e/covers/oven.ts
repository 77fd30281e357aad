import { Sheet, blob, crown, grass, ground, oval, person, poly, rect, smooth } from './brush.ts';

/** The bread oven of Les Granges, lit again on a feast evening, below the lime tree. */
export function oven(): string {
  const s = new Sheet(67);
  s.fill(rect(-40, -40, 1680, 980), s.along([0, -40], [0, 520], [0, '#1b3350'], [0.5, '#4a6280'], [0.8, '#c39a8a'], [1,
    '#f0bd86']));
  for (let i = 0; i < 60; i++) s.fill(oval(s.between(0, 1600), s.between(-10, 240), s.between(1, 2.6)), '#fff2d8',
    { opacity: s.between(0.3, 0.9) });
  const far = ground([[-60, 410], [240, 330], [520, 400], [860, 320], [1160, 390], [1420, 330], [1660, 380]]);
  s.fill(far, '#5d6f86');
  s.spray(far, s.along([0, 320], [0, 520], [0, '#f0bd86', 0], [1, '#f0bd86', 0.7]));
  const near = ground([[-60, 480], [300, 440], [800, 470], [1300, 430], [1660, 460]]);
  s.fill(near, '#3e5a5c');
  for (const [x, y, w, h] of [[60, 470, 190, 110], [1120, 460, 170, 100], [1330, 470, 210, 130]] as const) {
    s.fill(rect(x, y - h, w, h + 40), '#8d8480');
    s.spray(rect(x, y - h, w, h + 40), s.along([x, 0], [x + w, 0], [0, '#2a3348', 0.8], [1, '#2a3348', 0.2]));
    s.fill(poly([x - 14, y - h + 6], [x + 30, y - h - 56], [x + w - 30, y - h - 56], [x + w + 14, y - h + 6]), '#5c4350');
    s.fill(rect(x + w * 0.2, y - h * 0.62, 22, 30), '#ffd07a');
    s.fill(rect(x + w * 0.62, y - h * 0.62, 22, 30), '#ffd07a');
    s.glow([x + w * 0.4, y - h * 0.5], 90, '#ffb75a', 0.35);
  }
  const yard = ground([[-60, 560], [500, 530], [1100, 540], [1660, 556]]);
  s.fill(yard, s.along([0, 530], [0, 900], [0, '#7c7a58'], [0.4, '#6b5d47'], [1, '#2d2a2a']));
  s.spray(yard, s.around([800, 660], 700, [0, '#ffb45c', 0.85], [0.5, '#e0813c', 0.4], [1, '#e0813c', 0]));
  s.spray(yard, s.along([0, 960], [0, 760], [0, '#161a24', 0.95], [1, '#161a24', 0]));
  const dome = smooth([[470, 620], [480, 470], [580, 350], [780, 300], [980, 346], [1084, 466], [1100,
    620]]) + 'L1100 720L470 720Z';
  s.fill(dome, s.along([470, 0], [1100, 0], [0, '#6b6058'], [0.5, '#b39a7c'], [1, '#595253']));
  s.within(dome, () => {
    for (let row = 0; row < 15; row++) {
      const y = 306 + row * 29;
      for (let x = 440 + (row % 2) * 26; x < 1120; x += s.between(44, 70)) {
        s.fill(blob(s, [x + 26, y + 13], s.between(22, 30), s.between(11, 14), 0.16, 8), s.pick(['#8f7d69', '#a8927a',
          '#c2a986', '#75695e', '#9b8a78']));
      }
    }
    s.spray(dome, s.along([470, 0], [700, 0], [0, '#171c2c', 0.95], [1, '#171c2c', 0]));
    s.spray(dome, s.along([1100, 0], [900, 0], [0, '#171c2c', 0.95], [1, '#171c2c', 0]));
    s.spray(dome, s.around([786, 560], 360, [0, '#ffb45c', 0.95], [1, '#ffb45c', 0]));
  });
  const roof = poly([420, 372], [780, 150], [1150, 372], [1110, 404], [780, 214], [458, 404]);
  s.fill(poly([458, 404], [780, 206], [1110, 404], [1084, 466], [980, 346], [780, 300], [580, 350], [480, 470]), '#3a3036');
  s.fill(roof, '#8b4a3a');
  s.within(roof, () => {
    for (let i = 0; i < 40; i++) {
      const left = i < 20;
      const k = (i % 20) / 20;
      const x = left ? 424 + k * 356 : 780 + k * 370;
      const y = left ? 372 - k * 222 : 150 + k * 222;
      s.fill(oval(x, y + 22, 17, 26), s.pick(['#a9593f', '#7a3f36', '#b96a48', '#93503c']));
    }
  });
  s.spray(roof, s.along([420, 0], [1150, 0], [0, '#1a1c30', 0.85], [0.45, '#1a1c30', 0.2], [1, '#1a1c30', 0.8]));
  s.fill(rect(916, 156, 54, 110), '#7d6f66');
  s.fill(rect(908, 146, 70, 18), '#8f8076');
  for (const [x, y, r, o] of [[950, 100, 34, 0.5], [980, 44, 50, 0.38], [1030, -20, 66, 0.26]] as const) s.fill(blob(s, [x,
    y], r, r * 0.8, 0.2), '#e9dccb', { opacity: o, blur: 12 });
  const mouth = smooth([[676, 640], [680, 546], [730, 490], [790, 474], [850, 492], [896, 548], [900, 640]]) + 'Z';
  s.fill(smooth([[640, 646], [644, 532], [708, 456], [790, 436], [872, 458], [932, 534], [936, 646]]) + 'Z', '#c9a67c');
  for (let i = 0; i < 13; i++) {
    const a = Math.PI + (i / 12) * Math.PI;
    s.line(`M${790 + Math.cos(a) * 116} ${600 + Math.sin(a) * 128}L${790 + Math.cos(a) * 150} ${600 + Math.sin(a) * 164}`,
      '#6d5744', 5);
  }
  s.fill(mouth, s.around([790, 640], 190, [0, '#fff3b8'], [0.3, '#ffc04d'], [0.62, '#e8642a'], [1, '#5a1a14']));
  s.within(mouth, () => {
    for (let i = 0; i < 17; i++) {
      const x = 690 + i * 12.5;
      const h = s.between(50, 130) * (1 - Math.abs(x - 790) / 190);
      s.fill(smooth([[x - 13, 650], [x - 10, 640 - h * 0.5], [x + s.between(-6, 6), 640 - h], [x + 10, 640 - h * 0.5],
        [x + 13, 650]], true), s.pick(['#ffd257', '#fff0a8', '#ff8f36', '#ffb43f']), { opacity: 0.85 });
    }
    for (const [x, w] of [[740, 66], [826, 72]] as const) {
      s.fill(oval(x, 628, w * 0.62, 25), '#8a4a20');
      s.fill(oval(x, 620, w * 0.55, 18), '#d18a3e');
      s.line(`M${x - 18} 612l12 12M${x - 2} 608l12 12M${x + 14} 608l10 12`, '#f5d6a0', 4);
    }
  });
  s.fill(rect(610, 640, 356, 26, 6), '#d6b78a');
  s.fill(rect(630, 666, 316, 84), '#5b4a40');
  s.within(rect(664, 674, 250, 76), () => {
    s.fill(rect(664, 674, 250, 76), '#241a18');
    for (let i = 0; i < 20; i++) s.fill(oval(684 + (i % 7) * 35, 738 - Math.floor(i / 7) * 27, 16, 13), s.pick(['#a6744a',
      '#c4935f', '#87593a']));
  });
  s.glow([790, 580], 520, '#ff9c40', 0.75);
  const shadow = (x: number, y: number, w: number) => {
    s.fill(oval(x, y, w, 11), '#14131c', { opacity: 0.6, blur: 7 });
  };
  shadow(560, 824, 90);
  s.line('M604 676L890 636', '#c79a5f', 9);
  person(s, [530, 824], 320, { coat: '#e9dfc8', legs: '#37455a', skin: '#d69a70', hair: '#4b2a1c', scarf: '#b5473a',
    stride: 10, hand: [30, -46], otherHand: [44, -50] });
  shadow(1120, 836, 100);
  person(s, [1150, 836], 300, { coat: '#a8402f', legs: '#2f3242', skin: '#f0bf95', hair: '#ded7cb', skirt: true, bun: true,
    hand: [26, -46], otherHand: [22, -42] }, true);
  s.fill(smooth([[1010, 706], [1070, 686], [1130, 704], [1112, 726], [1030, 726]], true), '#b98a52');
  for (const [x, y] of [[1044, 692], [1086, 686], [1064, 676]] as const) {
    s.fill(oval(x, y, 30, 18), '#b5702f');
    s.fill(oval(x - 3, y - 5, 22, 10), '#e6a95a');
  }
  person(s, [1260, 840], 200, { coat: '#e0a83c', legs: '#3c4a3f', skin: '#8a583b', hair: '#1c1514', child: true, hand: [17,
    -58], otherHand: [14, -44] }, true);
  person(s, [380, 838], 190, { coat: '#4c7f86', legs: '#3a2f3a', skin: '#eebd96', hair: '#8a5228', child: true, skirt: true,
    bun: true, hand: [17, -48] });
  for (let row = 0; row < 4; row++) {
    for (let i = 0; i < 6 - row; i++) s.fill(oval(1404 + i * 48 + row * 24, 836 - row * 40, 25, 22), s.pick(['#7d5637',
      '#94683f', '#6a4830']));
    for (let i = 0; i < 6 - row; i++) s.fill(oval(1404 + i * 48 + row * 24, 836 - row * 40, 16, 14), '#d9b07a',
      { opacity: 0.85 });
  }
  s.line('M130 980C150 800 120 700 150 500C160 380 130 260 150 60', '#2f2622', 92);
  s.line('M158 980C174 800 146 700 170 500C178 420 164 330 168 240', '#8a5a3a', 16, { opacity: 0.55, blur: 4 });
  s.line('M150 300C260 220 330 190 440 150', '#2f2622', 30);
  for (const [x, y, r] of [[-10, 60, 170], [160, 20, 180], [330, 60, 160], [480, 40, 120], [60, 190, 110], [600, -10,
    100]] as const) {
    crown(s, [x, y], r, r * 0.66, '#1f3a35', '#365a40', '#8f8a45', [0.5, 0.6]);
  }
  s.line('M300 190Q470 300 640 236M980 250Q1250 330 1660 210', '#20202a', 4);
  for (let i = 0; i < 6; i++) {
    const k = i / 5;
    const x = 1020 + k * 600;
    const y = 262 + Math.sin(k * Math.PI) * 40 - k * 44;
    s.fill(oval(x, y + 14, 11, 14), '#ffe7a0');
    s.glow([x, y + 14], 64, '#ffc766', 0.7);
  }
  grass(s, -40, 460, () => 910, 60, ['#1c3028', '#2f4a36', '#4a5c3a'], 11);
  return s.svg();
}
