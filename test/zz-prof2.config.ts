import config from './vitest.config';
const c = config as any;
for (const p of c.test.projects ?? [c]) p.test.execArgv = [...(p.test.execArgv ?? []), '--cpu-prof', '--cpu-prof-dir=/tmp/tp/prof'];
export default c;
