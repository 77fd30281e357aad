/// <reference types="vite/client" />
declare module 'virtual:palette.css';
declare module 'virtual:antd.css';

/** Made from `app/screens.json` by `scripts/screens.ts`. */
declare module 'virtual:screens' {
  import type { ComponentType } from 'react';

  /** A screen as the router needs it. */
  export interface RoutedScreen {
    readonly path: string;
    readonly member: boolean;
    /** The texts it waits for, beside the common ones. */
    readonly namespaces: readonly string[];
    readonly load: () => Promise<ComponentType>;
  }
  export const screens: readonly RoutedScreen[];
}
