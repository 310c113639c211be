/** What the program would decode, more than it takes in one request, and no line break at its end. */
export const LONG =
  '# Lecture\r\n' + String.raw`$\nabla \times \tau$ in C:\new\table 😀` + '\tx\n'.repeat(50_000) + 'end';
