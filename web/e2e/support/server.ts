import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createWriteStream } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

/** The real program, started for the journeys on a free port with an empty data folder. */
export interface Server {
  readonly url: string;
  /** The data folder. */
  readonly data: string;
  stop(): Promise<void>;
}

const web = path.resolve(import.meta.dirname, '../..');

/** Milliseconds: a first start unpacks Postgres and fills the installation. */
const longestStart = 180_000;
/** Milliseconds: ten seconds of draining, and Postgres. */
const longestStop = 60_000;

function binary(): string {
  return path.resolve(web, process.env.CALLUP_TEST_BINARY || '../bin/callup');
}

/** The environment without what would lead the server to another installation. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('CALLUP_') && name !== 'DATABASE_URL'),
  );
}

function within<Value>(work: Promise<Value>, milliseconds: number, otherwise: string): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(otherwise)), milliseconds);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Resolves with the address the server says it is at; rejects when it ends before. */
function address(server: ChildProcess, log: string): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(new Error(`${server.spawnfile} does not start: is it built?`, { cause: error })));
    server.once('exit', (code) => reject(new Error(`the server ended with ${code} before it was ready; its log is ${log}`)));
    if (!server.stdout) throw new Error('the server has no output');
    createInterface(server.stdout).on('line', (line) => {
      const found = /^Callup is at (\S+)/.exec(line);
      if (found?.[1]) resolve(found[1]);
    });
  });
}

async function ready(url: string): Promise<void> {
  for (;;) {
    const answer = await fetch(`${url}/readyz`);
    if (answer.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Has whoever runs an installation enter a command, by the data folder. */
export async function operate(data: string, ...command: string[]): Promise<void> {
  await promisify(execFile)(binary(), command, { env: { ...cleanEnvironment(), CALLUP_DATA: data } });
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const taken = createServer();
    taken.once('error', reject);
    taken.listen(0, '127.0.0.1', () => {
      const at = taken.address();
      taken.close(() => resolve(typeof at === 'object' && at ? at.port : 0));
    });
  });
}

/** Starts a program, this checkout's if none is named, with these settings beside the port and the data folder. */
export async function startServer(settings: Record<string, string> = {}, program = binary()): Promise<Server> {
  const data = await mkdtemp(path.join(tmpdir(), 'callup-e2e-'));
  // Postgres may run as another user, who must reach its folder below this one.
  await chmod(data, 0o755);
  const results = path.join(web, 'test-results');
  await mkdir(results, { recursive: true });
  const logFile = path.join(results, `server-${path.basename(data)}.log`);
  const log = createWriteStream(logFile);

  const server = spawn(program, ['serve'], {
    env: { ...cleanEnvironment(), CALLUP_ADDR: '127.0.0.1:0', CALLUP_DATA: data, CALLUP_RATE_LIMIT_FACTOR: '1000', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A Ctrl-C at the terminal is for the test runner, which then stops the server.
    detached: true,
  });
  server.stderr?.pipe(log);
  const ended = new Promise<void>((resolve) => {
    server.once('close', () => resolve());
    server.once('error', () => resolve());
  });

  async function stop(): Promise<void> {
    server.kill('SIGTERM');
    try {
      await within(
        ended,
        longestStop,
        `the server did not stop within ${longestStop / 1000} s of SIGTERM; its log is ${logFile}`,
      );
    } catch (error) {
      server.kill('SIGKILL');
      throw error;
    }
    if (server.exitCode !== 0)
      throw new Error(`the server ended with ${server.exitCode ?? server.signalCode}; its log is ${logFile}`);
    await rm(data, { recursive: true, force: true });
  }

  try {
    const url = await within(address(server, logFile), longestStart, `the server named no address; its log is ${logFile}`);
    await within(ready(url), longestStart, `the server did not get ready; its log is ${logFile}`);
    return { url, data, stop };
  } catch (error) {
    server.kill('SIGTERM');
    await within(ended, longestStop, 'the server does not stop').catch(() => server.kill('SIGKILL'));
    throw error;
  }
}
