import type { ComposeService } from './compose.ts';
import { LOOPBACK } from './places.ts';

/** Compose's DNS name of all processes of a service: `dynamic a { name api … }` */
const BY_NAME = /dynamic a \{\s*name (\S+)\s+port \d+[^}]*\}/g;

/**
 * The gateway's configuration with this machine's addresses in place of the containers' names and ports; whatever else it says
 * holds here too. Nothing but the two sites listens, so that two topologies don't meet.
 * @throws Error for a way of finding processes that is not known here.
 */
export function localCaddyfile(
  content: string,
  { published }: Pick<ComposeService, 'published'>,
  addressesOf: (service: string) => string[],
): string {
  const sites = [...published].reduce((text, [container, host]) => {
    const site = new RegExp(`^:${container} \\{`, 'm');
    if (!site.test(text)) throw new Error(`the gateway publishes ${container}, and has no site there`);
    return text.replace(site, `:${host} {`);
  }, content);
  const found = sites.replace(BY_NAME, (_, service: string) => `to ${addressesOf(service).join(' ')}`);
  if (found.includes('dynamic '))
    throw new Error('the gateway finds processes in a way that is not known here');
  return found.replace('{', `{\n  admin off\n  persist_config off\n  default_bind ${LOOPBACK}`);
}
