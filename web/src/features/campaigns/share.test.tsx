import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { renderApp } from '@/test/renderApp';
import { serve } from '@/test/server';
import { startTexts } from '@/test/texts';
import { codeOf } from './campaign/share/qr';
import { ShareCampaign } from './ShareCampaign';
import { addressOf, snippetOf } from './campaign/share/snippet';

beforeAll(async () => {
  await startTexts();
  HTMLDialogElement.prototype.showModal = function open() {
    this.open = true;
  };
});

const campaign = {
  id: '0197c000-0000-7000-8000-000000000001',
  slug: 'roof',
  title: 'A "roof" & <more>',
  lang: 'en',
  category: 'community' as const,
  organizer: { id: '0197c000-0000-7000-8000-000000000002', name: 'Ana', avatar: '' },
};

describe('passing a campaign on', () => {
  it('offers mail, a link to copy, a code and the lines for another site', async () => {
    const user = userEvent.setup();
    serve({});
    renderApp(<ShareCampaign campaign={campaign} />, { path: '/campaign/roof' });
    await user.click(screen.getByRole('button', { name: 'Share' }));
    const mail = await screen.findByRole<HTMLAnchorElement>('link', { name: 'E-mail' });
    expect(decodeURIComponent(mail.href)).toContain('Have a look: A "roof" & <more>');
    const link = screen.getByLabelText<HTMLInputElement>('Link');
    expect(new URL(link.value).pathname).toBe('/campaign/roof');
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    await screen.findByRole('button', { name: 'Copied' });
    expect(await navigator.clipboard.readText()).toBe(link.value);
    expect(screen.queryByRole('img', { name: 'QR code of the link' })).not.toBeNull();

    await user.click(screen.getByRole('button', { name: 'Embed' }));
    const lines = () => screen.getByLabelText<HTMLTextAreaElement>('Code for your site').value;
    expect(lines()).toContain('title="A &quot;roof&quot; &amp; &lt;more&gt;"');
    await user.click(screen.getByRole('radio', { name: 'Français' }));
    await user.click(screen.getByRole('radio', { name: 'Dark' }));
    await user.click(screen.getByRole('switch', { name: 'Show picture' }));
    expect(lines()).toContain('/embed/roof?lng=fr&amp;theme=dark&amp;compact=1');
    expect(screen.getByRole<HTMLAnchorElement>('link', { name: 'Preview the card' }).search).toBe('?lng=fr&theme=dark&compact=1');
  });

  it('says so where the browser lets nothing be copied', async () => {
    const user = userEvent.setup();
    serve({});
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('refused'));
    document.execCommand = () => false;
    renderApp(<ShareCampaign campaign={campaign} />, { path: '/campaign/roof' });
    await user.click(screen.getByRole('button', { name: 'Share' }));
    await user.click(await screen.findByRole('button', { name: 'Copy' }));
    await waitFor(() => expect(screen.getByRole('status').textContent).toMatch(/blocked copying/));
  });
});

it('a code has a quiet zone of four modules, and its finders', () => {
  const { path, side } = codeOf('https://callup.example/campaign/roof');
  expect((side - 8 - 17) % 4).toBe(0);
  expect(path.startsWith('M4 4h1v1h-1z')).toBe(true);
  expect(path).not.toMatch(/M[0-3] |M\d+ [0-3]h/);
});

it('the lines of a card name its size with and without the picture', () => {
  const look = { language: 'en', theme: 'system', picture: true } as const;
  expect(snippetOf(addressOf('https://callup.example', 'roof', look), 'Roof', look)).toBe(
    '<iframe src="https://callup.example/embed/roof?lng=en" title="Roof" width="360" height="600" ' +
      'style="max-width:100%;border:0" loading="lazy"></iframe>',
  );
  expect(snippetOf('x', 'Roof', { ...look, picture: false })).toContain('height="400"');
});
