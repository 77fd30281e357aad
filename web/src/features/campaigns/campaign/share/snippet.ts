import type { Language } from '@/i18n/languages';

/** How a card stands on another site. */
export interface Look {
  language: Language;
  /** "system": as the reader's device has it. */
  theme: 'system' | 'light' | 'dark';
  picture: boolean;
}

/** CSS pixels: with the picture and all three bars, and without the picture. */
const heights = { picture: 600, compact: 400 };

/** The address of a campaign's card. */
export function addressOf(origin: string, slug: string, { language, theme, picture }: Look): string {
  const url = new URL(`/embed/${slug}`, origin);
  url.searchParams.set('lng', language);
  if (theme !== 'system') url.searchParams.set('theme', theme);
  if (!picture) url.searchParams.set('compact', '1');
  return url.href;
}

const escapes: Record<string, string> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' };

function escaped(text: string): string {
  return text.replaceAll(/[&"<>]/g, (sign) => escapes[sign] ?? sign);
}

/** The lines that show a card on another site: a frame without script, which takes nothing from the site it stands on. */
export function snippetOf(address: string, title: string, { picture }: Look): string {
  const height = picture ? heights.picture : heights.compact;
  return (
    `<iframe src="${escaped(address)}" title="${escaped(title)}" width="360" height="${height}" ` +
    `style="max-width:100%;border:0" loading="lazy"></iframe>`
  );
}
