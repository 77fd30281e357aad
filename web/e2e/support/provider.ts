import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** An OpenID Connect provider at which anybody is whoever they say. */
export interface Provider {
  /** Client id and secret before its address, as the installation is told it. */
  readonly setting: string;
  stop(): void;
}

const client = { id: 'callup', secret: 'secret' };

interface Grant {
  readonly asked: URLSearchParams;
  readonly email: string;
}

const base64url = (data: string | Buffer) => Buffer.from(data).toString('base64url');

const page = (search: string) => `<!doctype html><html lang="en"><title>Sign in</title><h1>Who are you?</h1>
<form method="post" action="/decide${search.replaceAll('&', '&amp;')}">
<label>Address <input name="email"></label>
<button name="as" value="them">Continue</button> <button name="as" value="">Cancel</button>
</form></html>`;

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  return new URLSearchParams(await text(request));
}

/** Starts one. It stands at another site than the server, as those of the world do, and keeps to PKCE. */
export async function startProvider(): Promise<Provider> {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const grants = new Map<string, Grant>();
  let issuer = '';

  function tokenFor({ asked, email }: Grant): string {
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: issuer,
      aud: client.id,
      sub: createHash('sha256').update(email).digest('hex'),
      iat: now,
      exp: now + 300,
      nonce: asked.get('nonce'),
      email,
      email_verified: true,
      name: 'Élise Vidal',
    };
    const body = `${base64url(JSON.stringify({ alg: 'RS256', kid: 'k' }))}.${base64url(JSON.stringify(claims))}`;
    return `${body}.${base64url(sign('sha256', Buffer.from(body), keys.privateKey))}`;
  }

  /** Where a browser goes on to once its person has decided. */
  function decided(asked: URLSearchParams, form: URLSearchParams): string {
    const back = new URL(asked.get('redirect_uri') ?? '');
    back.searchParams.set('state', asked.get('state') ?? '');
    if (form.get('as')) {
      const code = randomUUID();
      grants.set(code, { asked, email: form.get('email') ?? '' });
      back.searchParams.set('code', code);
    } else {
      back.searchParams.set('error', 'access_denied');
    }
    return back.href;
  }

  /** What a code is answered with, once; undefined where it is not theirs who bring it. */
  function redeemed(form: URLSearchParams, authorization: string | undefined): object | undefined {
    const grant = grants.get(form.get('code') ?? '');
    grants.delete(form.get('code') ?? '');
    const challenge = createHash('sha256').update(form.get('code_verifier') ?? '').digest('base64url');
    const known = authorization === `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}`;
    if (!grant || !known || grant.asked.get('code_challenge') !== challenge) return undefined;
    return { access_token: randomUUID(), token_type: 'Bearer', expires_in: 300, id_token: tokenFor(grant) };
  }

  const server = createServer((request, response) => {
    const { pathname, search, searchParams } = new URL(request.url ?? '', issuer);
    const say = (status: number, body: object) => {
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    };
    const routes: Record<string, () => void | Promise<void>> = {
      '/.well-known/openid-configuration': () =>
        say(200, {
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/keys`,
          id_token_signing_alg_values_supported: ['RS256'],
        }),
      '/keys': () => say(200, { keys: [{ ...keys.publicKey.export({ format: 'jwk' }), kid: 'k', use: 'sig', alg: 'RS256' }] }),
      '/authorize': () => void response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(page(search)),
      '/decide': async () =>
        void response.writeHead(303, { Location: decided(searchParams, await formOf(request)) }).end(),
      '/token': async () => {
        const answer = redeemed(await formOf(request), request.headers.authorization);
        say(answer ? 200 : 400, answer ?? { error: 'invalid_grant' });
      },
    };
    void (routes[pathname] ?? (() => say(404, {})))();
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  return { setting: issuer.replace('://', `://${client.id}:${client.secret}@`), stop: () => void server.close() };
}
