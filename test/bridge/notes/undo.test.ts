import { describe, expect, it } from 'vitest';
import type { Envelope } from '../../kit/http-client';
import { serveNotes } from '../../kit/note-vault';
import type { NoteVault } from '../../kit/note-vault';

const UNDO = 'cli-bridge:undo';
const PATH = 'Projects/Undone.md';
const NOTE = '---\ntitle: "Plan"\ncount: 007\n---\r\n# Plan\r\n\r\n- [ ] water\n- [x] weed\n\nfinal line';

interface Change {
  readonly change?: string;
}

const idOf = ({ data }: Envelope): string => (data as Change | undefined)?.change ?? '';
