import config from './vitest.config';
const c = config as any;
for (const p of c.test.projects ?? [c]) p.test.setupFiles = ['/work/wt/tests/test/zz-profile-setup.ts'];
export default c;
