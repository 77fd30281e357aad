import type { Page } from '@playwright/test';

/** Has a page's texts replaced all the time, as the translators of browsers do: each by elements that hold the same words. */
export async function translated(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const skipped = new Set(['FONT', 'SCRIPT', 'STYLE', 'TEXTAREA', 'TITLE', 'OPTION', 'TEMPLATE']);
    const replace = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      for (const text of texts) {
        const parent = text.parentElement;
        if (!parent || skipped.has(parent.nodeName) || text.data.trim() === '') continue;
        const outer = document.createElement('font');
        outer.appendChild(document.createElement('font')).textContent = text.data;
        parent.replaceChild(outer, text);
      }
    };
    addEventListener('DOMContentLoaded', () => {
      replace(document.body);
      new MutationObserver(() => replace(document.body)).observe(document.body, {
        childList: true,
        subtree: true,
        characterData: true,
      });
    });
  });
}
