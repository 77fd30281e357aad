/** Letters that are made of no simpler ones, as the server spells them in addresses. */
const spelt: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
  ŋ: 'n',
};

/** The most characters of an address that the server makes. */
const longest = 60;

/** What the server makes of a title: lower-case letters and digits joined by dashes. It adds a number to one that is taken. */
export function addressOf(title: string): string {
  const plain = title
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{Mn}/gu, '')
    .replaceAll(/[ßæœøđðþłıŋ]/g, (letter) => spelt[letter] ?? '');
  const words = plain.replaceAll(/['’]/g, '').split(/[^a-z0-9]+/);
  let address = words.filter(Boolean).join('-');
  if (address.length > longest) {
    address = address.slice(0, longest);
    const dash = address.lastIndexOf('-');
    if (dash > longest / 2) address = address.slice(0, dash);
    address = address.replaceAll(/^-+|-+$/g, '');
  }
  return address || 'campaign';
}

/** Whether a title has letters of another script, which the server alone spells in Latin ones. */
export function needsSpelling(title: string): boolean {
  return /(?!\p{Script=Latin})\p{L}/u.test(title);
}

/**
 * Whether an address is that of a title, with a number or without. Of a title that needs spelling only the server knows:
 * it is taken to be that of the title as saved, unless nothing of the title is in it.
 */
export function isAddressOf(slug: string, title: string, saved: string): boolean {
  if (needsSpelling(title)) return title.trim() === saved && !/^campaign(-\d+)?$/.test(slug);
  const address = addressOf(title);
  return slug === address || (slug.startsWith(`${address}-`) && /^(\d{1,3}|[0-9a-f]{8})$/.test(slug.slice(address.length + 1)));
}
