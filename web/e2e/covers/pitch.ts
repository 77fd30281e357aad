import { type Point, Sheet, crown, ground, oval, person, poly, rect, smooth } from './brush.ts';

function mast(s: Sheet, x: number, top: number, foot: number, thick: number, lamps: number): void {
  s.line(`M${x} ${foot}L${x} ${top}`, '#1c2233', thick);
  s.line(`M${x + thick * 0.2} ${foot}L${x + thick * 0.2} ${top}`, '#5f6f8a', thick * 0.3);
  const w = thick * 3.2;
  for (let i = 0; i < lamps; i++) {
    const lx = x + (i - (lamps - 1) / 2) * w;
    s.fill(rect(lx - w * 0.42, top - w * 0.5, w * 0.84, w * 0.72, 5), '#1c2233');
    s.fill(rect(lx - w * 0.32, top - w * 0.4, w * 0.64, w * 0.52, 4), '#fffbe6');
  }
}

/** The pitch of Villaverde in November: six o'clock, dark, and the new lights are on. */
export function pitch(): string {
  const s = new Sheet(31);
  s.fill(rect(-40, -40, 1680, 980), s.along([0, -40], [0, 560], [0, '#0c1436'], [0.5, '#27306b'], [0.82, '#7a4f86'], [1,
    '#e58a6a']));
  for (let i = 0; i < 110; i++) s.fill(oval(s.between(0, 1600), s.between(-20, 330), s.between(1, 2.8)), '#fff4da',
    { opacity: s.between(0.25, 0.95) });
  s.fill(oval(1190, 120, 44), '#fbeecb');
  s.fill(oval(1172, 108, 40), '#171f4c');
  const hills = ground([[-60, 470], [180, 400], [400, 440], [640, 380], [900, 430], [1160, 390], [1400, 430], [1660, 370]]);
  s.fill(hills, '#3c2f62');
  s.spray(hills, s.along([0, 360], [0, 540], [0, '#e58a6a', 0], [1, '#e58a6a', 0.75]));
  const base = 512;
  for (let i = 0; i < 30; i++) {
    const x = 420 + i * 28 + s.between(-8, 8);
    const h = s.between(34, 84) - Math.abs(x - 830) * 0.03;
    const y = base - h + 18;
    s.fill(rect(x, y, s.between(36, 56), h + 40), s.pick(['#d9cbd0', '#bdaec2', '#efe2dc', '#a597b5']));
    s.fill(poly([x - 4, y], [x + 10, y - 13], [x + 44, y - 13], [x + 56, y]), '#7b4357');
    if (s.random() > 0.35) s.fill(rect(x + 10, y + 14, 9, 13), '#ffd27a');
  }
  s.fill(rect(800, 372, 46, 150), '#efe2dc');
  s.fill(rect(806, 340, 34, 36), '#efe2dc');
  s.fill(poly([800, 342], [823, 296], [846, 342]), '#7b4357');
  s.fill(rect(815, 350, 16, 22, 8), '#3c2f62');
  for (const [x, h] of [[300, 190], [336, 150], [1330, 170], [1368, 210], [1404, 150]] as const) {
    s.fill(smooth([[x - 15, base + 20], [x - 17, base - h * 0.5], [x, base - h], [x + 17, base - h * 0.5], [x + 15,
      base + 20]], true), '#152a3a');
  }
  for (let x = -60; x < 1660; x += 120) crown(s, [x + s.between(-20, 20), 516], 84, 36, '#17303a', '#20443f', '#2e5a48',
    [-0.4, -0.8]);
  s.fill(rect(-40, 524, 1680, 30), '#101a33');
  const turf = ground([[-60, 546], [800, 540], [1660, 546]]);
  s.fill(turf, s.along([0, 540], [0, 900], [0, '#5fae5c'], [0.4, '#348a50'], [1, '#155640']));
  s.within(turf, () => {
    for (let i = 0; i < 12; i += 2) {
      const at = (k: number, y: number): Point => [800 + (k - 6) * (y < 600 ? 150 : 420), y];
      s.fill(poly(at(i, 540), at(i + 1, 540), at(i + 1, 960), at(i, 960)), '#8ed06f', { opacity: 0.2 });
    }
    s.line('M-60 566L1660 566', '#f4f7e6', 4);
    s.line('M1020 566L1090 680L1720 680', '#f4f7e6', 6);
    s.line('M1180 566L1230 616L1700 616', '#f4f7e6', 5);
    s.line(oval(520, 800, 400, 120), '#f4f7e6', 8);
    s.line('M560 566L470 960', '#f4f7e6', 8);
    s.glow([820, 640], 760, '#e9ffc4', 0.5);
    s.spray(turf, s.along([0, 960], [0, 700], [0, '#06222b', 0.95], [1, '#06222b', 0]));
  });
  for (let i = 0; i <= 22; i++) s.line(`M${1330 + i * 11} 420L${1350 + i * 11} 590`, '#dfe8ea', 1.4, { opacity: 0.5 });
  for (let i = 0; i <= 12; i++) s.line(`M${1330 + i * 1.6} ${420 + i * 14}H${1576 + i * 1.6}`, '#dfe8ea', 1.4,
    { opacity: 0.5 });
  s.line('M1310 606V410H1590V606', '#ffffff', 10);
  const lights: readonly (readonly [number, number, number, number])[] = [[150, 130, 580, 17], [1480, 150, 560, 15], [560,
    270, 540, 9], [1080, 280, 540, 9]];
  for (const [x, top] of lights) {
    const aim = x < 800 ? 1 : -1;
    const cone = poly([x - 40, top], [x + 40, top], [x + aim * 760 + 260, 900], [x + aim * 240 - 260, 900]);
    s.fill(cone, s.along([x, top], [x + aim * 400, 880], [0, '#fff6cf', 0.42], [0.6, '#fff6cf', 0.1], [1, '#fff6cf', 0]),
      { blend: 'screen', blur: 14 });
  }
  for (const [x, top, foot, thick] of lights) {
    mast(s, x, top, foot, thick, 3);
    s.glow([x, top], thick * 16, '#fff3c0', 0.85);
  }
  const kits = ['#f0c23c', '#f0c23c', '#e8553d', '#e8553d', '#f0c23c', '#e8553d', '#f0c23c'];
  const places: readonly (readonly [number, number, number, boolean])[] = [
    [940, 650, 104, false], [700, 640, 96, true], [1250, 640, 108, true], [430, 700, 150, false], [1110, 730, 168, true],
      [640, 850, 250, false],
    [930, 836, 236, true],
  ];
  places.forEach(([x, y, tall, mirrored], i) => {
    const shade = poly([x - 8, y], [x + 10, y], [x + (x < 800 ? 1 : -1) * tall * 0.9 + 16, y + tall * 0.16],
      [x + (x < 800 ? 1 : -1) * tall * 0.9 - 16, y + tall * 0.2]);
    s.fill(shade, '#07302c', { opacity: 0.55, blur: 4 });
    const kit = kits[i] ?? '#f0c23c';
    const skin = ['#c98b62', '#8c5a3c', '#e8b58c', '#b87a52'][i % 4] ?? '#c98b62';
    person(s, [x, y], tall, {
      coat: kit, legs: i % 2 ? '#22305c' : '#e9eef0', skin, hair: i % 3 ? '#231a18' : '#6a3b22', child: true, stride: 10,
        bun: i % 2 === 0,
      hand: [17, -58], otherHand: [-15, -52],
    }, mirrored);
  });
  s.fill(oval(790, 862, 34, 8), '#07302c', { opacity: 0.6, blur: 4 });
  s.fill(oval(786, 836, 25), '#fdfbf0');
  s.fill(smooth([[780, 824], [794, 826], [797, 839], [785, 845], [775, 836]], true), '#20263a');
  s.line('M764 828l10 8M797 839l12 6M786 846l-2 12M794 826l6 -10', '#20263a', 3);
  s.spray(oval(786, 836, 25), s.along([770, 820], [806, 860], [0, '#20263a', 0], [1, '#20263a', 0.8]));
  return s.svg();
}
