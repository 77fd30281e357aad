/** Keys of commands that are not answered, each by the address and body of its command. */
export interface OpenKeys {
  get(intent: string): string | undefined;
  set(intent: string, key: string): unknown;
  delete(intent: string): unknown;
}

/**
 * Idempotency keys. A command whose answer got lost keeps its key until it is
 * answered: sending the same command again, by the app or by the person, can't
 * do it twice.
 */
export interface CommandKeys {
  keyFor(url: string, body: unknown): string;
  /** The server answered: the next command like this one is a new intent. */
  answered(url: string, body: unknown): void;
  /** Where they are kept; another place may take this one in. */
  open: OpenKeys;
}

export function createCommandKeys(newKey: () => string): CommandKeys {
  const intent = (url: string, body: unknown) => `${url} ${JSON.stringify(body)}`;
  const keys: CommandKeys = {
    open: new Map<string, string>(),
    keyFor(url, body) {
      const name = intent(url, body);
      const key = keys.open.get(name) ?? newKey();
      keys.open.set(name, key);
      return key;
    },
    answered(url, body) {
      keys.open.delete(intent(url, body));
    },
  };
  return keys;
}

/** 128 random bits as hexadecimal; `crypto.randomUUID` is missing on plain http. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
