import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ana, renderApp } from '@/test/renderApp';
import { PersonLink } from './PersonLink';

it('leads members to the person’s page, and only them (O51)', () => {
  renderApp(<PersonLink id="m2">Vera</PersonLink>, { session: ana });
  expect(screen.getByRole('link', { name: 'Vera' }).getAttribute('href')).toBe('/my/user/m2');
});

it('leads visitors nowhere, nor from a name that is nobody’s (O51)', () => {
  renderApp(<PersonLink id="m2">Vera</PersonLink>);
  renderApp(<PersonLink id={undefined}>Guest</PersonLink>, { session: ana });
  expect(screen.getByText('Vera')).toBeTruthy();
  expect(screen.getByText('Guest')).toBeTruthy();
  expect(screen.queryByRole('link')).toBeNull();
});
