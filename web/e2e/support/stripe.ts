import { execFile } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { BrowserContext } from '@playwright/test';
import { freePort, type Server, startServer } from './server.ts';

const root = path.resolve(import.meta.dirname, '../../..');

let program: Promise<string> | undefined;

/** Builds the program with a stand-in of Stripe behind it. */
async function build(): Promise<string> {
  const binary = path.join(await mkdtemp(path.join(tmpdir(), 'callup-standin-')), 'standin');
  await promisify(execFile)('go', ['build', '-o', binary, './scripts/standin'], { cwd: root });
  return binary;
}

export interface StripeServer extends Server {
  /** Has browsers find the stand-in's pages where Stripe's are. */
  lead(browser: BrowserContext): Promise<void>;
}

/** Starts the real program with Stripe's own client, which talks to a stand-in. */
export async function startWithStripe(settings: Record<string, string> = {}): Promise<StripeServer> {
  program ??= build();
  const pages = `127.0.0.1:${await freePort()}`;
  const addr = `127.0.0.1:${await freePort()}`;
  const server = await startServer({ CALLUP_ADDR: addr, STANDIN_PAGES: pages, ...settings }, await program);
  return {
    ...server,
    lead: async (browser) => {
      await browser.route('https://checkout.stripe.com/**', async (route) => {
        const asked = route.request();
        const answer = await fetch(`http://${pages}${new URL(asked.url()).pathname}`, {
          method: asked.method(),
          body: asked.postData(),
          headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        });
        await route.fulfill({ status: answer.status, contentType: 'text/html; charset=utf-8', body: await answer.text() });
      });
    },
  };
}
