import { expect, test } from 'vitest';
import { expressionsInCode } from '../kit/expressions';

// Without Java and without a program for one platform.
process.env['RECHECK_BACKEND'] = 'pure';
const { checkSync } = await import('recheck');

/** For each way to analyze. The exact one takes long for some expressions, on a busy machine above all. */
const ANALYSIS_MS = 30_000;

const expressions = expressionsInCode().literals.filter(
  ({ source, isBounded }) => !isBounded && /[*+}]/.test(source),
);

test.for(expressions)(
  '$place: $source takes linear time on any text',
  { timeout: 4 * ANALYSIS_MS },
  ({ source, flags }) => {
    // The analysis ignores that a sticky expression is tried in one place only.
    const form = flags.includes('y') ? `^(?:${source})` : source;
    const analyze = (checker: 'auto' | 'fuzz'): ReturnType<typeof checkSync> =>
      checkSync(form, flags.replace('y', ''), { checker, timeout: ANALYSIS_MS });
    const exact = analyze('auto');
    const result = exact.status === 'unknown' ? analyze('fuzz') : exact;
    expect({ status: result.status, ...('attack' in result && { attack: result.attack.pattern }) }).toEqual({
      status: 'safe',
    });
  },
);
