/**
 * Idempotency keys. A command whose answer got lost keeps its key until it is
 * answered: sending the same command again, by the app or by the person, can't
 * do it twice.
 */
export interface CommandKeys {
  keyFor(url: string, body: unknown): string;
  /** The server answered: the next command like this one is a new intent. */
  answered(url: string, body: unknown): void;
}

export function createCommandKeys(newKey: () => string): CommandKeys {
  const open = new Map<string, string>();
  const intent = (url: string, body: unknown) => `${url} ${JSON.stringify(body)}`;
  return {
    keyFor(url, body) {
      const name = intent(url, body);
      const key = open.get(name) ?? newKey();
      open.set(name, key);
      return key;
    },
    answered(url, body) {
      open.delete(intent(url, body));
    },
  };
}

/** 128 random bits as hexadecimal; `crypto.randomUUID` is missing on plain http. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
