/** Whether this browser knows passkeys, and reads what the server asks of them. */
export function knowsPasskeys(): boolean {
  return typeof PublicKeyCredential === 'function' && 'parseRequestOptionsFromJSON' in PublicKeyCredential;
}

/** What the browser throws where somebody closes its dialog, takes too long, or has no passkey that fits. */
function declined(error: unknown): boolean {
  return error instanceof DOMException && ['NotAllowedError', 'AbortError', 'InvalidStateError'].includes(error.name);
}

async function answerOf(asked: Promise<Credential | null>): Promise<string | undefined> {
  try {
    const credential = await asked;
    return credential ? JSON.stringify(credential) : undefined;
  } catch (error) {
    if (declined(error)) return undefined;
    throw error;
  }
}

/** Has the device make a passkey; undefined where it made none. */
export function makePasskey(options: string): Promise<string | undefined> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    JSON.parse(options) as PublicKeyCredentialCreationOptionsJSON,
  );
  return answerOf(navigator.credentials.create({ publicKey }));
}

/** Has the device sign with a passkey; undefined where it did not. */
export function askForPasskey(options: string): Promise<string | undefined> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    JSON.parse(options) as PublicKeyCredentialRequestOptionsJSON,
  );
  return answerOf(navigator.credentials.get({ publicKey }));
}
