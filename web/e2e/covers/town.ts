import { type Point, Sheet, crown, ground, oval, person, poly, rect, smooth } from './brush.ts';

const walls = ['#f6e3c0', '#eec79a', '#e7a98a', '#f3d58f', '#dfe3cf', '#c9dcd8', '#f9efdb', '#d98f74'];
const roofs = ['#b5533a', '#9c4634', '#c46a48', '#8a4a52', '#6f5a6a'];

function house(s: Sheet, x: number, y: number, w: number, h: number): void {
  s.fill(rect(x, y - h, w, h + 60), s.pick(walls));
  s.spray(rect(x, y - h, w, h + 60), s.along([x, 0], [x + w, 0], [0, '#4b3a66', 0.55], [0.7, '#4b3a66', 0.05], [1,
    '#fff2c4', 0.4]));
  s.fill(poly([x - 8, y - h + 4], [x + w / 2, y - h - w * 0.42], [x + w + 8, y - h + 4]), s.pick(roofs));
  for (let row = 0; row < Math.max(1, Math.floor(h / 62)); row++) {
    for (const k of [0.24, 0.62]) {
      const lit = s.random() > 0.45;
      s.fill(rect(x + w * k, y - h + 18 + row * 56, w * 0.16, 28, 3), lit ? '#ffd98a' : '#5c6f86');
      if (lit) s.glow([x + w * (k + 0.08), y - h + 32 + row * 56], 46, '#ffc868', 0.35);
    }
  }
}

/** A strand as a ribbon, from the square up over the roofs. */
function strand(s: Sheet, points: readonly Point[], wide: number, colour: string, light: string): void {
  const from = points[0] ?? [0, 0];
  const to = points[points.length - 1] ?? [0, 0];
  const turned = points.map(([x, y], i): Point => [x, y + wide * (0.7 + 0.5 * Math.sin(i * 1.9))]).toReversed();
  const ribbon = `${smooth(points)}L${smooth(turned).slice(1)}Z`;
  s.fill(ribbon, colour);
  s.spray(ribbon, s.along(from, to, [0, '#2a2340', 0.5], [0.35, light, 0.5], [0.6, '#2a2340', 0.15], [1, light, 0.8]));
}

/** A town on its hill in the evening, whose people gather on the square: what the first page shows. */
export function town(): string {
  const s = new Sheet(131);
  s.fill(rect(-40, -40, 1680, 980), s.along([0, -40], [0, 620], [0, '#8fc3cf'], [0.45, '#d5e4cd'], [0.8, '#fbe0ac'],
    [1, '#f8c493']));
  s.fill(oval(930, 190, 86), '#fff0c9');
  s.glow([930, 190], 520, '#ffe6ac', 0.9);
  for (const [x, y, w] of [[480, 120, 150], [1180, 90, 130]] as const) {
    s.fill(smooth([[x - w, y + 22], [x - w * 0.4, y - 12], [x, y - 30], [x + w * 0.5, y - 6], [x + w, y + 18], [x,
      y + 28]], true),
      '#fff8e6', { opacity: 0.8, blur: 4 });
  }
  const far = ground([[200, 430], [420, 350], [640, 400], [860, 330], [1080, 380], [1400, 320]]);
  s.fill(far, '#8fa9a6');
  s.spray(far, s.along([0, 320], [0, 520], [0, '#fbe0ac', 0.1], [1, '#fbe0ac', 0.9]));
  strand(s, [[240, 640], [420, 560], [560, 470], [720, 330], [900, 270], [1080, 210], [1360, 90]], 44, '#0e7c5a', '#6fc9a4');
  const hill = ground([[200, 620], [420, 540], [620, 450], [800, 410], [980, 440], [1180, 540], [1400, 600]]);
  s.fill(hill, '#7f9a58');
  s.spray(hill, s.along([300, 0], [1300, 0], [0, '#3f5f55', 0.7], [1, '#f3dc8f', 0.5]));
  s.fill(rect(776, 290, 58, 170), '#f6e3c0');
  s.spray(rect(776, 290, 58, 170), s.along([776, 0], [834, 0], [0, '#4b3a66', 0.6], [1, '#fff2c4', 0.3]));
  s.fill(poly([768, 294], [805, 196], [842, 294]), '#9c4634');
  s.fill(rect(794, 320, 22, 34, 11), '#5c6f86');
  s.fill(oval(805, 388, 15), '#fff8e6');
  s.line('M805 388V378M805 388L812 392', '#3a2a3c', 3);
  for (const [x, y, w, h] of [[660, 500, 76, 74], [860, 490, 84, 88], [740, 510, 74, 62], [950, 520, 78, 90], [560,
    560, 84, 92], [1040, 570, 88, 100],
    [640, 580, 90, 96], [820, 570, 80, 80], [920, 590, 92, 96], [480, 630, 96, 118], [740, 610, 88, 106], [1130, 640, 96, 130],
    [1010, 660, 88, 112]] as const) {
    house(s, x, y, w, h);
  }
  strand(s, [[220, 790], [400, 740], [560, 660], [700, 560], [860, 500], [1040, 470], [1200, 360], [1400, 300]], 40,
    '#3b5bdb', '#8ea2f2');
  for (let i = 0; i < 12; i++) {
    const [x, y] = [s.between(380, 1260), s.between(600, 650)];
    crown(s, [x, y], s.between(34, 60), s.between(28, 46), '#4f7350', '#7f9a4a', '#d3c05a', [0.6, -0.6]);
  }
  strand(s, [[220, 740], [400, 716], [560, 690], [720, 660], [900, 600], [1080, 560], [1220, 480], [1400, 430]], 36,
    '#c2570c', '#f2a468');
  for (const [x, y, w, h] of [[330, 720, 130, 170], [1180, 720, 140, 180], [560, 700, 110, 120]] as const) house(s, x, y, w, h);
  s.fill(rect(880, 560, 190, 150), '#f9efdb');
  s.spray(rect(880, 560, 190, 150), s.along([880, 0], [1070, 0], [0, '#4b3a66', 0.4], [1, '#fff2c4', 0.4]));
  s.fill(poly([864, 566], [900, 508], [1050, 508], [1086, 566]), '#8a4a52');
  s.fill(rect(900, 628, 150, 82), '#ffd98a');
  s.glow([975, 668], 150, '#ffc868', 0.6);
  for (let i = 0; i < 7; i++) s.fill(poly([892 + i * 24, 604], [916 + i * 24, 604], [918 + i * 24, 634],
    [890 + i * 24, 634]), i % 2 ? '#fff6e2' : '#c2570c');
  const square = ground([[200, 720], [560, 700], [900, 706], [1400, 716]]);
  s.fill(square, s.along([0, 700], [0, 900], [0, '#f1dcae'], [1, '#c89f70']));
  s.within(square, () => {
    for (let y = 714; y < 940; y += 8 + (y - 700) * 0.14) {
      for (let x = 200; x < 1400; x += s.between(36, 70)) {
        s.fill(rect(x, y, 30, 5 + (y - 700) * 0.05, 5), s.pick(['#d9bd8a', '#f8e9c2', '#c9a878']), { opacity: 0.7 });
      }
    }
  });
  const shade = (x: number, y: number, w: number) => {
    s.fill(oval(x, y, w, 8), '#4b3048', { opacity: 0.4, blur: 5 });
  };
  const people: readonly (readonly [number, number, number, string, string, string, boolean])[] = [
    [580, 832, 200, '#0e7c5a', '#d99e74', '#2a1a14', false], [690, 832, 190, '#e3a83a', '#8a583b', '#1c1514', false],
    [800, 830, 198, '#3b5bdb', '#f0c29a', '#ece6da', true], [910, 832, 188, '#c9573a', '#e3ad86', '#5b3320', true],
    [1020, 834, 204, '#7d3f5c', '#a86a48', '#1f1715', true],
  ];
  for (const [x, y, tall, coat, skin, hair, mirrored] of people) {
    shade(x, y, 34);
    person(s, [x, y], tall, { coat, legs: '#35455c', skin, hair, hand: [24, -50], bun: tall < 192, scarf: '#fff0d0' }, mirrored);
  }
  s.fill(oval(800, 866, 290, 14), '#4b3048', { opacity: 0.4, blur: 6 });
  for (const x of [560, 700, 890, 1030]) s.line(`M${x} 800V862`, '#8a5a35', 11);
  s.fill(poly([548, 752], [1052, 752], [1078, 792], [522, 792]), '#fff8e8');
  s.fill(smooth([[522, 790], [600, 822], [680, 800], [760, 826], [840, 802], [920, 826], [1000, 802], [1078, 790],
    [1060, 786], [540, 786]], true),
    '#e6d6b4');
  for (const [x, c] of [[596, '#c9482f'], [672, '#e3a83a'], [752, '#7f9a4a'], [836, '#b5702f'], [916, '#c9482f'],
    [996, '#e3a83a']] as const) {
    s.fill(oval(x, 776, 28, 8), '#d9cba8');
    s.fill(oval(x, 773, 28, 8), '#ffffff');
    s.fill(oval(x, 765, 17, 10), c);
  }
  shade(440, 880, 54);
  person(s, [440, 880], 230, { coat: '#c2570c', legs: '#2f3f58', skin: '#e8b893', hair: '#3a2219', stride: 10,
    hand: [26, -48], otherHand: [24, -44] });
  s.fill(rect(468, 742, 66, 44, 4), '#a8713f');
  for (const [i, c] of ['#c9482f', '#7f9a4a', '#e3a83a'].entries()) s.fill(oval(482 + i * 20, 742, 12, 11), c);
  shade(1180, 884, 50);
  person(s, [1180, 884], 220, { coat: '#2f6b73', legs: '#4a3a32', skin: '#f0c29a', hair: '#d9d2c6', skirt: true,
    bun: true, hand: [22, -54] }, true);
  person(s, [1110, 886], 140, { coat: '#f0c23c', legs: '#35455c', skin: '#e7b08a', hair: '#7a3f22', child: true,
    stride: 9, hand: [17, -62] }, true);
  return s.svg();
}
