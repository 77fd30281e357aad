/** Drawings of the settings alone, in the manner of the icons: they don't load with every page. */
export const lock = 'M5.5 11h13v9h-13zM8.5 11V8a3.5 3.5 0 0 1 7 0v3';

export const devices = {
  computer: 'M5.5 5.5h13v9.5h-13zM3 18.5h18',
  phone: 'M8 3.5h8v17H8zM11 17.5h2',
  tablet: 'M6 3.5h12v17H6zM11 17.5h2',
  other: 'M20.5 12a8.5 8.5 0 1 1-17 0 8.5 8.5 0 0 1 17 0M3.5 12h17M12 3.5c5 4.5 5 12.5 0 17M12 3.5c-5 4.5-5 12.5 0 17',
} as const;
