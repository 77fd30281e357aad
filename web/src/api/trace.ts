function hex(bytes: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Begins a trace, as a W3C `traceparent` (https://www.w3.org/TR/trace-context/#traceparent-header). The server carries
 * it on to the push that tells what the command changed, where its operator has switched traces on.
 */
export function traceparent(): string {
  return `00-${hex(16)}-${hex(8)}-01`;
}
