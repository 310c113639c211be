const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const TOKENS = /\[([^\]]*)\]|YYYY|YY|MMMM|MMM|MM|M|DD|D|dddd|ddd|HH|H|hh|h|mm|m|ss|s|A|a/g;

/** Formats a local date like the app's date settings: `YYYY-MM-DD`, with literal text in `[...]`. */
export function formatDate(date: Date, format: string): string {
  const hour = date.getHours();
  const month = MONTHS[date.getMonth()] ?? '';
  const day = DAYS[date.getDay()] ?? '';
  const values: Record<string, string | number> = {
    YYYY: date.getFullYear(),
    YY: two(date.getFullYear() % 100),
    MMMM: month,
    MMM: month.slice(0, 3),
    MM: two(date.getMonth() + 1),
    M: date.getMonth() + 1,
    DD: two(date.getDate()),
    D: date.getDate(),
    dddd: day,
    ddd: day.slice(0, 3),
    HH: two(hour),
    H: hour,
    hh: two(hour % 12 || 12),
    h: hour % 12 || 12,
    mm: two(date.getMinutes()),
    m: date.getMinutes(),
    ss: two(date.getSeconds()),
    s: date.getSeconds(),
    A: hour < 12 ? 'AM' : 'PM',
    a: hour < 12 ? 'am' : 'pm',
  };
  return format.replace(TOKENS, (token, literal: string | undefined) => literal ?? String(values[token]));
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
