/** The result of one check. */
export interface Finding {
  readonly level: 'ok' | 'note' | 'problem';
  readonly text: string;
  /** What to do about it. */
  readonly remedy?: string;
  /** What does it in the app: the server's own remedy, or opening the settings of the bridge or of the app. */
  readonly fix?: 'server' | 'bridge_settings' | 'app_settings';
}

/** A finding with the name of its check. */
export interface DiagnosisLine extends Finding {
  readonly title: string;
}

/** Something that can run the diagnosis. */
export interface Diagnosable {
  /** Checks everything between a client and the vault, and passes on each result as it is known. No line has a secret. */
  diagnose(onLine: (line: DiagnosisLine) => void): Promise<void>;
}

const MARKS: Record<Finding['level'], string> = { ok: 'OK', note: 'NOTE', problem: 'PROBLEM' };

/** The results as plain text, one line per check. */
export function reportText(lines: readonly DiagnosisLine[]): string {
  return lines
    .map(({ level, title, text, remedy }) =>
      [`[${MARKS[level]}] ${title}: ${text}`, remedy].filter(Boolean).join(' '),
    )
    .join('\n');
}
