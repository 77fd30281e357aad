import { screen } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { ana, renderApp } from '@/test/renderApp';
import { startTexts } from '@/test/texts';
import { ShiftsPage } from './ShiftsPage';

beforeAll(() => startTexts());

it('says where one is', () => {
  renderApp(<ShiftsPage />, { session: ana });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('My shifts');
});
