import type { AppDeps } from '../../api/deps.ts';
import type { Config } from '../../config.ts';

/** What the console is built from: all that the API is, since it does the same things. */
export interface ConsoleDeps extends AppDeps {
  readonly config: AppDeps['config'] & Pick<Config, 'consoleBaseUrl'> & Partial<Pick<Config, 'mail'>>;
  /** The folder of the built pages; without it the checkout's. */
  readonly pages?: string;
}
