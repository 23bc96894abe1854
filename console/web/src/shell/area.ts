/** What an area of the console is made of: pages with their addresses, and what it shows in the rail. */
import type { ComponentType } from 'react';
import type { CompanyAction } from '../../../../domain/console-roles.ts';
import type { IconName } from '../parts/icon.tsx';
import type { Texts } from '../texts/index.ts';
import type { Who } from './session.ts';

/**
 * Where a page belongs: `merchant` pages under `/:company/:world`, `backOffice` under `/desk` for operators, `account` under `/account`
 * for everybody who is signed in, `open` for everybody.
 */
export type Zone = 'merchant' | 'backOffice' | 'account' | 'open';

export interface AreaPage {
  readonly at: Zone;
  /** After the zone: `/orders/$orderId`. */
  readonly path: string;
  /** Fetched when it is first opened; the module's default export is the page. */
  readonly load: () => Promise<{ readonly default: ComponentType }>;
}

export interface RailEntry {
  readonly at: 'merchant' | 'backOffice' | 'account';
  /** After the zone; all pages under it count as being there. */
  readonly path: string;
  readonly icon: IconName;
  readonly title: (texts: Texts) => string;
  /** Lower ones come first; entries of a group are together. */
  readonly order: number;
  /** Under which heading; those without one come first. */
  readonly group?: (texts: Texts) => string;
  /** What a link has to allow, so that a provider has the page for a merchant; left out: it is for one's own company only. */
  readonly needs?: CompanyAction;
  /** Left out: everybody sees it. */
  readonly isFor?: (who: Who) => boolean;
}

export interface Area {
  readonly pages: readonly AreaPage[];
  readonly rail: readonly RailEntry[];
}
