import type { SyntheticEvent } from 'react';

/** Looks once for the end of a recording that doesn't say how long it is, as older ones don't, so that the player can. */
export function findDuration({ currentTarget: player }: SyntheticEvent<HTMLAudioElement>): void {
  if (player.duration !== Infinity) return;
  const found = () => {
    if (player.duration === Infinity) return;
    player.removeEventListener('durationchange', found);
    player.currentTime = 0;
  };
  player.addEventListener('durationchange', found);
  player.currentTime = Number.MAX_SAFE_INTEGER;
}
