/*
 * The browser's storage, which a reader may forbid altogether: touching it then
 * throws. What is kept here is a convenience, so without it the app goes on.
 */

type Area = 'local' | 'session';

function touching<T>(area: Area, work: (storage: Storage) => T, without: T): T {
  try {
    return work(area === 'local' ? localStorage : sessionStorage);
  } catch (error) {
    console.warn('the browser’s storage can’t be used', error);
    return without;
  }
}

export function stored(area: Area, key: string): string | null {
  return touching(area, (storage) => storage.getItem(key), null);
}

/** Keeps a value, or forgets it where it is undefined. */
export function store(area: Area, key: string, value: string | undefined): void {
  touching(area, (storage) => (value === undefined ? storage.removeItem(key) : storage.setItem(key, value)), undefined);
}

export function storedKeys(area: Area): string[] {
  return touching(area, (storage) => Object.keys(storage), []);
}
