const COMPILED = 'core.$ZodObjectJIT.init(inst, def)';
const INTERPRETED = 'core.$ZodObject.init(inst, def)';

/** Leaves out of zod what writes a parser for each object as text. It would find that it must not, and interpret objects as well. */
export const noCompiledSchemas = {
  name: 'no-compiled-schemas',
  transform: {
    filter: { id: /\/zod\/v4\/classic\/schemas\.js$/ },
    handler(code) {
      if (code.split(COMPILED).length !== 2) throw new Error('zod makes its objects in another way.');
      return { code: code.replace(COMPILED, () => INTERPRETED) };
    },
  },
};
