/** What became of passing an address on. */
export type Shared = 'shared' | 'copied' | 'dismissed' | 'failed';

/** Without the clipboard interface, which plain http lacks: by way of a selected field. */
function copyBySelection(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.setAttribute('readonly', '');
  field.className = 'sr';
  // Inside an open dialog nothing outside it can be selected.
  (document.querySelector('dialog[open]') ?? document.body).append(field);
  field.select();
  try {
    return document.execCommand('copy');
  } finally {
    field.remove();
  }
}

/** Puts a text on the clipboard. */
export async function copyText(text: string): Promise<boolean> {
  try {
    if (!navigator.clipboard) return copyBySelection(text);
    await navigator.clipboard.writeText(text);
    return true;
  } catch (error) {
    console.warn('the clipboard was refused', error);
    return copyBySelection(text);
  }
}

/** Opens the device's own way of sharing, or copies the address where there is none. */
export async function share(page: { title: string; url: string }): Promise<Shared> {
  if ('share' in navigator) {
    try {
      await navigator.share(page);
      return 'shared';
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'dismissed';
      console.warn('sharing was refused, copying instead', error);
    }
  }
  return (await copyText(page.url)) ? 'copied' : 'failed';
}
