import { Sheet, ground, oval, person, poly, rect, smooth } from './brush.ts';

const beam = '#4a2f28';

/** A half-timbered house whose lower left corner is at a point. */
function house(s: Sheet, x: number, y: number, w: number, h: number, wall: string, roof: string,
  lit: readonly boolean[]): void {
  const front = rect(x, y - h, w, h);
  s.fill(front, wall);
  s.spray(front, s.along([x, 0], [x + w, 0], [0, '#2a1f3d', 0.75], [0.6, '#2a1f3d', 0.1], [1, '#2a1f3d', 0.3]));
  const peak = y - h - w * 0.62;
  const gable = poly([x - 16, y - h + 8], [x + w / 2, peak], [x + w + 16, y - h + 8]);
  s.fill(poly([x, y - h], [x + w / 2, peak + 16], [x + w, y - h]), wall);
  s.line(`M${x - 14} ${y - h + 6}L${x + w / 2} ${peak}L${x + w + 14} ${y - h + 6}`, roof, 20);
  s.spray(gable, s.along([x, 0], [x + w, 0], [0, '#2a1f3d', 0.8], [0.5, '#2a1f3d', 0.1], [1, '#2a1f3d', 0.35]));
  const floors = Math.max(2, Math.round(h / 120));
  const each = h / floors;
  s.line(`M${x} ${y - h}H${x + w}`, beam, 9);
  s.line(`M${x + w / 2} ${peak + 24}V${y - h}`, beam, 7);
  s.line(`M${x + w * 0.25} ${y - h}L${x + w / 2} ${peak + w * 0.36}L${x + w * 0.75} ${y - h}`, beam, 7);
  for (let f = 0; f < floors; f++) {
    const top = y - h + f * each;
    s.line(`M${x + 4} ${top}V${top + each}M${x + w - 4} ${top}V${top + each}M${x} ${top + each}H${x + w}`, beam, 8);
    if (f === floors - 1) continue;
    s.line(`M${x + 8} ${top + each - 6}L${x + w * 0.22} ${top + 8}`, beam, 6);
    s.line(`M${x + w - 8} ${top + each - 6}L${x + w * 0.78} ${top + 8}`, beam, 6);
  }
  lit.forEach((on, i) => {
    const f = Math.floor(i / 2);
    const top = y - h + f * each + each * 0.24;
    const left = x + (i % 2 ? w * 0.56 : w * 0.26);
    const pane = rect(left, top, w * 0.18, each * 0.5, 2);
    s.fill(rect(left - 5, top - 5, w * 0.18 + 10, each * 0.5 + 10), beam);
    s.fill(pane, on ? '#ffd27a' : '#33405e');
    if (on) s.glow([left + w * 0.09, top + each * 0.25], w * 0.5, '#ffb75a', 0.55);
    s.line(`M${left + w * 0.09} ${top}v${each * 0.5}M${left} ${top + each * 0.2}h${w * 0.18}`, beam, 4);
  });
}

function crate(s: Sheet, x: number, y: number, w: number, blankets: readonly string[]): void {
  blankets.forEach((colour, i) => {
    const top = y - 46 - i * 26;
    s.fill(rect(x + 6 + (i % 2) * 5, top, w - 18, 30, 14), colour);
    s.line(`M${x + 14} ${top + 16}h${w - 40}`, '#fff3dc', 3, { opacity: 0.5 });
  });
  s.fill(rect(x, y - 44, w, 44, 4), '#a8713f');
  for (const k of [12, 30]) s.line(`M${x + 6} ${y - k}h${w - 12}`, '#6b4225', 4);
}

/** A street on the Ahr at nightfall, before the first frost: neighbours carry blankets and heaters over the wet cobbles. */
export function flood(): string {
  const s = new Sheet(23);
  s.fill(rect(-40, -40, 1680, 980), s.along([0, -40], [0, 560], [0, '#26305f'], [0.5, '#6d5a8c'], [0.8, '#e39a85'], [1,
    '#f6c893']));
  s.glow([980, 470], 520, '#ffd09a', 0.7);
  for (let i = 0; i < 60; i++) s.fill(oval(s.between(0, 1600), s.between(-10, 220), s.between(1.2, 2.8)), '#fff2d8',
    { opacity: s.between(0.3, 0.9) });
  const far = ground([[-60, 380], [200, 300], [460, 350], [760, 430], [1000, 470], [1200, 410], [1420, 300], [1660, 250]]);
  s.fill(far, '#6b5583');
  s.spray(far, s.along([0, 260], [0, 560], [0, '#e9a68d', 0], [1, '#f2b690', 0.8]));
  const vineyard = ground([[-60, 300], [160, 330], [420, 440], [640, 520], [900, 560], [1660, 560]]);
  s.fill(vineyard, '#4d426d');
  s.within(vineyard, () => {
    for (let i = 0; i < 26; i++) s.line(`M${-80 + i * 34} ${280 + i * 9}q60 120 ${70 + i * 3} 300`,
      i % 2 ? '#3c355c' : '#6d5a80', 6);
  });
  const right = ground([[820, 560], [1040, 520], [1260, 430], [1440, 380], [1660, 330]]);
  s.fill(right, '#43406b');
  s.within(right, () => {
    for (let i = 0; i < 22; i++) s.line(`M${1640 - i * 34} ${320 + i * 9}q-50 120 -70 280`, i % 2 ? '#343257' : '#5f5780', 6);
  });
  s.fill(rect(866, 360, 52, 190), '#5a4a70');
  s.fill(poly([858, 364], [892, 240], [926, 364]), '#35305a');
  s.fill(rect(918, 440, 120, 110), '#5a4a70');
  s.fill(poly([910, 446], [940, 400], [1030, 400], [1046, 446]), '#35305a');
  s.fill(rect(884, 400, 16, 28, 8), '#ffce7a');
  house(s, 700, 640, 150, 190, '#d8c1ad', '#5b3347', [false, true, true, false]);
  house(s, 1050, 650, 170, 210, '#cdb4a8', '#4d3049', [true, false, false, true]);
  house(s, 470, 690, 210, 270, '#ecd9bd', '#7d3a3c', [true, true, false, true]);
  house(s, 1210, 700, 230, 300, '#e5cbb0', '#6e3440', [false, true, true, true]);
  house(s, 150, 760, 290, 380, '#f0dfc4', '#8a4038', [true, false, true, true, false, true]);
  house(s, -140, 800, 290, 470, '#d9bfa6', '#5b3347', [false, true, true, false, true, true]);
  house(s, 1430, 780, 300, 410, '#f2dcbb', '#8a3f38', [true, true, true, false, true, false]);
  const street = ground([[-60, 780], [300, 726], [620, 680], [860, 640], [1060, 650], [1300, 690], [1660, 760]]);
  s.fill(street, s.along([0, 640], [0, 900], [0, '#8a6a7c'], [0.4, '#524a6b'], [1, '#2b2a48']));
  s.within(street, () => {
    for (let y = 660; y < 940; y += 6 + (y - 640) * 0.085) {
      const w = 14 + (y - 640) * 0.24;
      for (let x = -60 + s.between(0, w); x < 1660; x += w * s.between(0.9, 1.3)) {
        s.fill(rect(x, y, w * 0.78, 4 + (y - 640) * 0.045, 5), s.pick(['#3b375a', '#6a5a78', '#4a4468', '#7b6780']),
          { opacity: 0.7 });
      }
    }
    const shine = (x: number, y: number, rx: number, ry: number, c: string, o: number) => {
      s.fill(oval(x, y, rx, ry), c, { opacity: o, blend: 'screen', blur: 16 });
    };
    shine(300, 800, 120, 60, '#ffb15a', 0.55);
    shine(580, 730, 90, 46, '#ffb15a', 0.5);
    shine(1340, 740, 120, 46, '#ffb15a', 0.5);
    shine(960, 690, 110, 34, '#ffd9a4', 0.6);
    shine(1560, 820, 130, 60, '#ffb15a', 0.5);
    shine(40, 850, 120, 40, '#ffb15a', 0.4);
  });
  s.spray(street, s.along([0, 940], [0, 700], [0, '#141632', 0.9], [1, '#141632', 0]));
  s.fill(smooth([[640, 884], [760, 868], [900, 866], [1010, 880], [900, 894], [740, 896]], true), '#e9a98f', { opacity: 0.35,
    blur: 5 });
  const shadow = (x: number, y: number, w: number) => {
    s.fill(oval(x, y, w, 9), '#12122b', { opacity: 0.6, blur: 6 });
  };
  crate(s, 470, 842, 150, ['#c9503b', '#e6b04a', '#3f7f74', '#d98a5c']);
  shadow(560, 850, 110);
  shadow(740, 800, 66);
  person(s, [726, 800], 280, { coat: '#c9503b', legs: '#2a2b45', skin: '#e7b48f', hair: '#5b3320', scarf: '#f0d9a0',
    hand: [21, -56], otherHand: [25, -52], stride: 8 });
  for (const [i, c] of ['#e6b04a', '#f0e3c6', '#3f7f74'].entries()) s.fill(rect(752, 630 - i * 24 + 12, 92, 27, 12), c);
  shadow(1020, 776, 60);
  person(s, [1030, 776], 250, { coat: '#2f6b73', legs: '#2a2b45', skin: '#9c6547', hair: '#1c1716', hand: [20, -44],
    otherHand: [17, -42], stride: 9 }, true);
  s.fill(rect(938, 660, 64, 76, 6), '#efe7d6');
  for (let i = 0; i < 5; i++) s.line(`M${948 + i * 11} 668v60`, '#b9ac98', 5);
  shadow(1180, 850, 76);
  person(s, [1170, 850], 250, { coat: '#e0a23c', legs: '#3b3556', skin: '#f0c6a2', hair: '#e9e2d2', skirt: true, bun: true,
    hand: [15, -34], otherHand: [-10, -36] }, true);
  person(s, [1252, 856], 170, { coat: '#5f8f8a', legs: '#2a2b45', skin: '#e8b993', hair: '#7a3f22', child: true,
    scarf: '#c9503b', hand: [-15, -46], otherHand: [14, -48] }, true);
  for (let i = 0; i < 90; i++) s.fill(oval(s.between(0, 1600), s.between(120, 880), s.between(1.6, 4)), '#fff6e6',
    { opacity: s.between(0.25, 0.75) });
  return s.svg();
}
