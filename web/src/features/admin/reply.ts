import type { Inquiry } from '@/api/generated/staff';

/** Characters of a message that an answer quotes: some mail programs take no longer address from a browser. */
const longestQuote = 1200;

/** The address that opens the reader's mail program with an answer begun: to whom, about what, and the message quoted. */
export function replyAddress({ email, subject, message }: Pick<Inquiry, 'email' | 'subject' | 'message'>): string {
  const characters = Array.from(message);
  const quoted = characters.length > longestQuote ? `${characters.slice(0, longestQuote).join('')}…` : message;
  const body = `\r\n\r\n${quoted.split(/\r?\n/).map((line) => `> ${line}`).join('\r\n')}`;
  // The "@" alone stays: mail programs want it as it is, and anything else could begin a header of its own.
  const to = encodeURIComponent(email).replaceAll('%40', '@');
  return `mailto:${to}?subject=${encodeURIComponent(`Re: ${subject}`)}&body=${encodeURIComponent(body)}`;
}
