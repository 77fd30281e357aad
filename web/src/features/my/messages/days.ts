import type { ThreadMessage } from '@/api/generated/messages';

/** Messages written on one day by the reader's clock, the oldest first. */
export interface Day {
  readonly day: string;
  readonly messages: readonly ThreadMessage[];
}

function dayOf(at: string): string {
  const date = new Date(at);
  return `${date.getFullYear()}-${date.getMonth()}-${date.getDate()}`;
}

/** Messages, newest first as they are answered, by day and in the order in which they were written. */
export function byDay(messages: readonly ThreadMessage[]): Day[] {
  const days: { day: string; messages: ThreadMessage[] }[] = [];
  for (const message of messages.toReversed()) {
    const day = dayOf(message.at);
    const last = days.at(-1);
    if (last?.day === day) last.messages.push(message);
    else days.push({ day, messages: [message] });
  }
  return days;
}
