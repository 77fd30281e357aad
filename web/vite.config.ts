import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from './scripts/precompress.ts';
import { themeCss } from './scripts/theme-css.ts';

/** Where `npm run dev` finds the Callup server. */
const server = process.env.CALLUP_DEV_SERVER ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [react(), themeCss(), precompress()],
  resolve: {
    alias: { '@': path.resolve(import.meta.dirname, 'src') },
  },
  build: {
    manifest: true,
    target: 'baseline-widely-available',
    // A data: URL would need an exception in the content security policy.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
  },
  server: {
    proxy: {
      '/api': { target: server, ws: true },
      '/pay': { target: server },
      '/dev/outbox': { target: server },
    },
  },
});
