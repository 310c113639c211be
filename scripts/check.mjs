/** Runs the checks in parallel: `npm run check`. Prints the output of each as it finishes; fails when one fails. */
import { runChecks } from './checks.mjs';

process.exitCode = (await runChecks()).length === 0 ? 0 : 1;
