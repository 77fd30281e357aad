import { flood } from './flood.ts';
import { goats } from './goats.ts';
import { harbour } from './harbour.ts';
import { hedgehogs } from './hedgehogs.ts';
import { orchard } from './orchard.ts';
import { oven } from './oven.ts';
import { pitch } from './pitch.ts';
import { shop } from './shop.ts';
import { town } from './town.ts';
import { towpath } from './towpath.ts';
import { workshop } from './workshop.ts';

interface Scene {
  readonly paint: () => string;
  /** The part that is kept, in pixels from the left; the whole where it is left out. */
  readonly part?: { readonly left: number; readonly wide: number };
  /** Where the picture goes, within the checkout; among the demo's covers where it is left out. */
  readonly file?: string;
}

/** The scenes, by their names. */
export const scenes: Readonly<Record<string, Scene>> = {
  workshop: { paint: workshop },
  flood: { paint: flood },
  orchard: { paint: orchard },
  goats: { paint: goats },
  pitch: { paint: pitch },
  hedgehogs: { paint: hedgehogs },
  shop: { paint: shop },
  oven: { paint: oven },
  harbour: { paint: harbour },
  towpath: { paint: towpath },
  town: { paint: town, part: { left: 296, wide: 1008 }, file: 'web/src/features/landing/town.webp' },
};
