/** The names of the sign-in providers, which are the same in every language. */
export const providerNames = {
  google: 'Google',
  facebook: 'Facebook',
  linkedin: 'LinkedIn',
  microsoft: 'Microsoft',
  discord: 'Discord',
} as const;

export type ProviderName = keyof typeof providerNames;
