import { createRequire, registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import Runtime from 'jest-runtime';
import { provideGlobals } from './globals.mjs';

const require = createRequire(import.meta.url);
const GLOBALS = new URL('globals.mjs', import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@jest/globals' ? { url: GLOBALS, shortCircuit: true } : next(specifier, context),
});

/**
 * Has Node load the modules, as it does in production: each once per worker. Jest itself would read, transform, compile
 * and link all of them anew for every test file, which takes longer than most tests do.
 */
export default class NodeLoads extends Runtime {
  #testFile;

  constructor(config, environment, resolver, transformer, cacheFS, coverage, testFile, globalConfig) {
    super(config, environment, resolver, transformer, cacheFS, coverage, testFile, globalConfig);
    if (globalConfig.watch || globalConfig.watchAll)
      throw new Error('modules are loaded once: watching would test what they were at the start');
    this.#testFile = testFile;
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }

  async unstable_importModule(path) {
    return await import(pathToFileURL(path).href);
  }

  /** The test framework, anew for each file: it keeps the tests that it was told of. */
  requireInternalModule(path) {
    delete require.cache[path];
    return require(path);
  }

  setGlobalsForRuntime(globals) {
    super.setGlobalsForRuntime(globals);
    provideGlobals(this.jestGlobals.cjsGlobals(this.#testFile));
  }
}
