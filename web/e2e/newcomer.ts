/*
 * What a newcomer does with a new clone: the first command of the README, with nothing set, on a terminal. They open the
 * page, give as a guest, read the receipt, end the server with Ctrl-C, start it again and audit it. Run by `make newcomer`
 * and by CI; it fails with what the console printed.
 */
import { execFile, spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile, readlink, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { chromium, type Browser, type Page } from '@playwright/test';

const checkout = path.resolve(import.meta.dirname, '../..');
const data = path.join(checkout, '.data');
const postgres = path.join(data, 'postgres');

const minutes = 60_000;
/** Milliseconds for all of it, a build of what is missing included. */
const inAll = 8 * minutes;
/** Milliseconds from Ctrl-C to the end of the server. */
const longestStop = 20_000;
/** Lines from the server's first to its last before somebody uses it. */
const mostLines = 20;

const giver = { name: 'Nora Newcomer', email: 'nora.newcomer@example.org' };

/** Nothing but what every terminal has. */
const bare = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', TERM: 'xterm' };

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Asks again until there is an answer; fails after a while with what was awaited. */
async function until<Value>(
  what: string,
  milliseconds: number,
  ask: () => Promise<Value | undefined> | Value | undefined,
): Promise<Value> {
  const last = Date.now() + milliseconds;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (Date.now() > last) throw new Error(`waited ${milliseconds / 1000} s for ${what}`);
    await pause(100);
  }
}

/** A terminal in which `make run` was typed. */
class Terminal {
  private text = '';
  private code: number | undefined;
  private readonly program: ChildProcessWithoutNullStreams;

  constructor(settings: string) {
    // `script` is on every Linux: it gives what it runs a terminal, and hands on what is typed.
    const typed = `exec env -i PATH="$PATH" HOME="$HOME" TERM="$TERM" ${settings} make run`;
    const env = { ...bare, SHELL: '/bin/sh' };
    this.program = spawn('script', ['-qfec', typed, '/dev/null'], { cwd: checkout, env, detached: true });
    this.program.stdout.on('data', (part: Buffer) => (this.text += part.toString()));
    this.program.stderr.on('data', (part: Buffer) => (this.text += part.toString()));
    this.program.once('exit', (code) => (this.code = code ?? -1));
  }

  get pid(): number {
    return this.program.pid ?? 0;
  }

  /** What it shows, line by line. */
  lines(): string[] {
    return this.text.replaceAll('\r', '').trimEnd().split('\n');
  }

  /** The address that the server says it is at. */
  address(): Promise<string> {
    return until('the address', 5 * minutes, () => {
      if (this.code !== undefined) throw new Error('make run ended before it named an address');
      return /^Callup is at (\S+)$/m.exec(this.lines().join('\n'))?.[1];
    });
  }

  /** Presses Ctrl-C, and waits until everything has ended well. */
  async end(): Promise<void> {
    this.program.stdin.write('\u0003');
    await until('the end of the server after Ctrl-C', longestStop, () => this.code);
    const failed = this.lines().filter((line) => line.startsWith('make: ***'));
    // make itself ends by the signal; it names a program that ended otherwise than with 0.
    if (failed.length > 0) throw new Error(`the server did not end with 0: ${failed.join(' ')}`);
  }

  /** Ends what still runs in it, whatever it does. */
  kill(): void {
    if (this.code === undefined) this.program.kill('SIGKILL');
  }
}

function answers(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const told = (answer: boolean) => () => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', told(true)).once('error', told(false));
  });
}

/** The programs that run from this checkout or on its data, by process id. */
async function running(): Promise<string[]> {
  const found: string[] = [];
  for (const pid of await readdir('/proc')) {
    if (!/^\d+$/.test(pid) || Number(pid) === process.pid) continue;
    const command = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).replaceAll('\0', ' ').trim();
    const within = await readlink(`/proc/${pid}/cwd`).catch(() => '');
    if (command.includes(postgres) || (within === checkout && command.startsWith('bin/callup'))) found.push(`${pid} ${command}`);
  }
  return found;
}

/** The folder of the socket that Postgres listens on. */
async function socketFolder(): Promise<string> {
  const run = JSON.parse(await readFile(path.join(postgres, 'postgres.run'), 'utf8')) as { socket_dir: string };
  return run.socket_dir;
}

/** The files in the data folder that somebody holds a lock on. */
async function locked(): Promise<string[]> {
  const locks = await readFile('/proc/locks', 'utf8');
  const found: string[] = [];
  for (const name of ['postgres.lock', 'postgres.users']) {
    const { ino } = await stat(path.join(postgres, name));
    if (new RegExp(`:${ino} `).test(locks)) found.push(name);
  }
  return found;
}

/** Fails when the server left something behind. */
async function gone(url: URL, socket: string): Promise<void> {
  const left = await running();
  if (left.length > 0) throw new Error(`still running after Ctrl-C: ${left.join('; ')}`);
  if (existsSync(socket)) throw new Error(`the folder of the socket is left: ${socket}`);
  if (await answers(url.hostname, Number(url.port))) throw new Error(`something still listens at ${url.host}`);
  const held = await locked();
  if (held.length > 0) throw new Error(`locks are held on ${held.join(', ')}`);
}

/** The console of a first start is short, and ends with the address and the sign-ins. */
function checkConsole(lines: string[]): void {
  const first = lines.findIndex((line) => /^(time=|Filling |callup: )/.test(line));
  const address = lines.findIndex((line) => line.startsWith('Callup is at '));
  const shown = lines.length - first;
  if (first < 0 || shown > mostLines) throw new Error(`the first console has ${shown} lines, and at most ${mostLines} are read`);
  const after = lines.slice(address + 1);
  if (after[0] !== 'Sign in as:' || after.length < 3 || !after.slice(1).every((line) => /^ {2}\S+@\S+ /.test(line)))
    throw new Error(`the address and the sign-ins are not what the console ends with: ${after.join('\n')}`);
}

async function callup(...args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(path.join(checkout, 'bin/callup'), args, { cwd: checkout, env: bare }, (error, stdout, stderr) => {
      if (error) reject(new Error(`callup ${args.join(' ')} ends with ${error.code}: ${stdout}${stderr}`));
      else resolve(stdout);
    });
  });
}

async function agrees(when: string): Promise<void> {
  const said = await callup('audit', 'all');
  if (!said.includes('Everything agrees.')) throw new Error(`callup audit all, ${when}: ${said}`);
}

/** Gives as a guest; answers the address of the campaign and the amount, as the page writes it. */
async function give(page: Page, url: string): Promise<{ campaign: string; amount: string }> {
  await page.goto(url);
  await page.goto(`${url}/explore`);
  await page.getByRole('article').first().getByRole('link').first().click();
  await page.waitForURL(/\/campaign\//);
  const campaign = page.url();
  const form = page.getByRole('complementary', { name: 'Contribute' });
  await form.locator('.campaign-fold > summary').click();
  await form.getByRole('textbox', { name: 'Your name' }).fill(giver.name);
  await form.getByRole('textbox', { name: /e-mail/i }).fill(giver.email);
  const button = form.getByRole('button', { name: /^Give \D*\d/ });
  const amount = /[€£$][\d.,]+/.exec((await button.textContent()) ?? '')?.[0] ?? '';
  await button.click();
  await page.waitForURL(/\/sandbox\/pay\//);
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('heading', { level: 1, name: 'Thank you!' }).waitFor();
  return { campaign, amount };
}

/** Finds the receipt in the outbox. */
async function readReceipt(page: Page, url: string, amount: string): Promise<void> {
  const mail = page.getByRole('link', { name: 'Receipt of a gift' });
  await until('the receipt in the outbox', 30_000, async () => {
    await page.goto(`${url}/dev/outbox?to=${encodeURIComponent(giver.email)}`);
    return (await mail.count()) === 1 ? true : undefined;
  });
  await mail.click();
  const receipt = (await page.locator('main').textContent()) ?? '';
  if (!receipt.includes('Your receipt: http') || !receipt.includes(amount))
    throw new Error(`the receipt does not say ${amount}: ${receipt}`);
}

async function findGift(page: Page, campaign: string): Promise<void> {
  await page.goto(campaign);
  await page.getByRole('main').getByText(giver.name).first().waitFor();
}

/** Ends what a failed run left behind. */
function end(pid: number): void {
  try {
    process.kill(pid, 'SIGTERM');
  } catch {
    // It is gone.
  }
}

function say(text: string): void {
  process.stdout.write(`newcomer: ${text} (${((Date.now() - began) / 1000).toFixed(0)} s)\n`);
}

const began = Date.now();
let terminal: Terminal | undefined;
let browser: Browser | undefined;

async function newcomer(): Promise<void> {
  if (existsSync(data)) throw new Error('there is a .data folder: a newcomer has none, so this wants a new clone');
  let settings = '';
  if (await answers('127.0.0.1', 8080)) {
    settings = 'CALLUP_ADDR=127.0.0.1:0';
    say(`something listens on 127.0.0.1:8080 already, so ${settings} is set`);
  }
  terminal = new Terminal(settings);
  const url = await terminal.address();
  say(`make run names ${url}`);
  await pause(1500); // what comes after the address would be its last lines
  checkConsole(terminal.lines());
  const calm = terminal.lines().length;
  const executablePath = (await readFile(path.join(checkout, '.tools/browser'), 'utf8')).trim();
  browser = await chromium.launch(executablePath ? { executablePath } : {});
  const page = await (await browser.newContext({ locale: 'en-GB' })).newPage();
  page.setDefaultTimeout(30_000);
  const { campaign, amount } = await give(page, url);
  say(`a guest gave ${amount}`);
  await readReceipt(page, url, amount);
  await findGift(page, campaign);
  const used = terminal.lines().slice(calm);
  // The gift is one command that a person gave; the visits, the payment and the mails are none.
  if (used.length !== 1 || !used[0]?.includes('donate-money')) throw new Error(`one gift is told as: ${used.join('\n')}`);
  say('the receipt is in the outbox');
  let socket = await socketFolder();
  await terminal.end();
  await gone(new URL(url), socket);
  say('Ctrl-C ended the server and left nothing');

  terminal = new Terminal(settings);
  const again = await terminal.address();
  await findGift(page, again + new URL(campaign).pathname);
  await agrees('beside the server');
  say('started again, the gift is there and the audit agrees');
  socket = await socketFolder();
  await terminal.end();
  await gone(new URL(again), socket);
  await agrees('alone');
  say('the audit alone agrees');
}

/** Fails when it takes too long, whatever it waits for. */
async function inTime(): Promise<void> {
  await pause(inAll);
  throw new Error(`it took more than ${inAll / minutes} minutes`);
}

let failed = false;
try {
  await Promise.race([newcomer(), inTime()]);
} catch (error) {
  failed = true;
  console.error('newcomer:', error instanceof Error ? error.message : error);
  console.error('newcomer: the console ended with');
  for (const line of terminal?.lines().slice(-25) ?? []) console.error(`  ${line}`);
}
terminal?.kill();
if (failed && terminal !== undefined) for (const line of await running()) end(Number.parseInt(line, 10));
// An open browser, or what is still awaited after a failure, would keep this going.
process.exit(failed ? 1 : 0);
