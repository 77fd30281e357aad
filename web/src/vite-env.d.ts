/// <reference types="vite/client" />
declare module 'virtual:palette.css';
declare module 'virtual:antd.css';

/** Made from `app/screens.json` by `scripts/screens.ts`. */
declare module 'virtual:screens' {
  import type { ComponentType } from 'react';

  /** A screen as the router needs it. */
  export interface RoutedScreen {
    readonly path: string;
    readonly member?: true;
    /** The texts it waits for, beside the common ones. */
    readonly namespaces?: readonly string[];
    readonly load: () => Promise<ComponentType>;
  }
  /** Those outside the frame of members' pages. */
  export const screens: readonly RoutedScreen[];
}

/** Made from `app/screens.json` by `scripts/screens.ts`. */
declare module 'virtual:frame' {
  import type { RoutedScreen } from 'virtual:screens';
  import type { Role } from '@/parts/roles';
  import type { MemberIconName } from '@/ui/MemberIcon';
  import type frame from '@/app/frame/texts.en.json';

  /** Those in the frame. */
  export const screens: readonly RoutedScreen[];
  /** In the order of their groups. */
  export const entries: readonly {
    readonly path: string;
    readonly group: 'dashboard' | keyof typeof frame.groups;
    readonly icon: MemberIconName;
    readonly text: keyof typeof frame.entries;
    /** Whom it is for; every member where it is left out. */
    readonly role?: Role | 'staff';
  }[];
  /** The title of each page in the frame, such as "profile:title". */
  export const titles: readonly { readonly path: string; readonly title: string }[];
}

/** Made by `scripts/problems.ts` from the areas' `problems.*.json`. */
declare module 'virtual:refusals' {
  import type { Language } from '@/i18n/languages';

  interface Refusals {
    readonly code: Readonly<Record<string, string>>;
  }
  export const refusals: Readonly<Record<Language, () => Promise<{ readonly default: Refusals }>>>;
}
