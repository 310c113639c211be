import type { Access, PastedValue, SetupStep } from './client-kind';

/** The value of the header that a client sends. */
export const bearer = ({ key }: Access): string => `Bearer ${key}`;

export const pretty = (value: unknown): string => JSON.stringify(value, null, 2);

/** A step in which one text is pasted somewhere. */
export const paste = (text: string, name: string, value: PastedValue['text']): SetupStep => ({
  text,
  values: [{ name, text: value }],
});
