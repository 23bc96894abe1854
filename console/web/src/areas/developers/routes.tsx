import type { Area, AreaPage, RailEntry } from '../../shell/area.ts';
import type { Who } from '../../shell/session.ts';

const group: NonNullable<RailEntry['group']> = (texts) => texts.developers.rail.group;
const merchant = (path: string, load: AreaPage['load']): AreaPage => ({ at: 'merchant', path, load });

/** Keys, endpoints, what was delivered and what was refused, and tools to try things. */
export const developers: Area = {
  pages: [
    merchant('/keys', () => import('./keys.tsx')),
    merchant('/endpoints', () => import('./endpoints.tsx')),
    merchant('/endpoints/$endpointId', () => import('./endpoint.tsx')),
    merchant('/deliveries', () => import('./deliveries.tsx')),
    merchant('/deliveries/$notificationId', () => import('./delivery.tsx')),
    merchant('/requests', () => import('./requests.tsx')),
    merchant('/explorer', () => import('./explorer.tsx')),
    merchant('/sandbox-tools', () => import('./sandbox.tsx')),
  ],
  rail: [
    entry('/keys', 'keys', 'keys', 50, ({ may }) => may('keys.read')),
    { ...entry('/endpoints', 'endpoint', 'endpoints', 51), needs: 'deliveries.read' },
    { ...entry('/deliveries', 'deliveries', 'deliveries', 52), needs: 'deliveries.read' },
    entry('/requests', 'requests', 'requests', 53),
    entry('/explorer', 'explorer', 'explorer', 54),
    entry('/sandbox-tools', 'tools', 'sandbox', 55, hasSandbox),
  ],
};

type Title = 'keys' | 'endpoints' | 'deliveries' | 'requests' | 'explorer' | 'sandbox';

function entry(
  path: string,
  icon: RailEntry['icon'],
  title: Title,
  order: number,
  isFor: (who: Who) => boolean = () => true,
): RailEntry {
  return { at: 'merchant', path, icon, title: (texts) => texts.developers.rail[title], order, group, isFor };
}

function hasSandbox({ world, may }: Who): boolean {
  return world === 'sandbox' && may('sandbox.write');
}
