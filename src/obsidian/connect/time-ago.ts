const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How long ago something was, in words: "just now", "2 minutes ago". Both times in milliseconds since 1970. */
export function timeAgo(time: number, now: number): string {
  const passed = now - time;
  if (passed < MINUTE_MS) return 'just now';
  if (passed < HOUR_MS) return inUnits(passed / MINUTE_MS, 'minute');
  if (passed < DAY_MS) return inUnits(passed / HOUR_MS, 'hour');
  return inUnits(passed / DAY_MS, 'day');
}

function inUnits(amount: number, unit: string): string {
  const count = Math.floor(amount);
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
}
