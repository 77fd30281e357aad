/** ISO dates of the texts in force. A change of meaning gets a new one; the server records the later one at sign-up. */
export const termsVersion = '2026-11-21';
export const privacyVersion = '2026-11-28';
