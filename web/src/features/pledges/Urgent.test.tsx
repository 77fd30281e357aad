import { screen } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { aCampaign } from '@/test/factories';
import { renderApp } from '@/test/renderApp';
import { startTexts } from '@/test/texts';
import { Urgent } from './Urgent';

beforeAll(() => startTexts('fr'));

it('shows the organizer why a moderator took back that it is urgent (53)', () => {
  const page = aCampaign({ urgent: false, was_urgent: true, calm_reason: 'La date limite est dans trois mois.' });
  renderApp(<Urgent campaign={page} onChanged={() => undefined} />);
  expect(screen.getByText('La modération a retiré la mention « Urgent »')).toBeTruthy();
  expect(screen.getByText('La date limite est dans trois mois.').tagName).toBe('BLOCKQUOTE');
  expect(screen.queryByRole('button')).toBeNull();
});
