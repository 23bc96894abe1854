/** A button that opens a list of things to do, and tabs whose choice is in the address. */
import type { ReactNode } from 'react';
import {
  Menu as AriaMenu,
  Tab as AriaTab,
  Tabs as AriaTabs,
  MenuItem,
  MenuTrigger,
  Popover,
  TabList,
  TabPanel,
} from 'react-aria-components';
import { useFilters } from '../shell/address.ts';
import './menu.css';

export interface MenuEntry {
  readonly id: string;
  readonly label: string;
  readonly onAction: () => void;
  readonly isDisabled?: boolean;
}

/** `children` is the Button that opens it. */
export function Menu({
  label,
  entries,
  children,
}: {
  label: string;
  entries: readonly MenuEntry[];
  children: ReactNode;
}) {
  return (
    <MenuTrigger>
      {children}
      <Popover className="popover" placement="bottom end">
        <AriaMenu className="menu" aria-label={label}>
          {entries.map((entry) => (
            <MenuItem
              key={entry.id}
              id={entry.id}
              className="menu-item"
              isDisabled={entry.isDisabled ?? false}
              onAction={entry.onAction}
            >
              {entry.label}
            </MenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}

export interface TabEntry {
  readonly id: string;
  readonly label: ReactNode;
  readonly children: ReactNode;
}

/** The first tab has the plain address, the others `?tab=id`. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly TabEntry[] }) {
  const [filters, change] = useFilters();
  const first = tabs[0]?.id;
  const chosen = tabs.find((tab) => tab.id === filters.tab)?.id ?? first;
  return (
    <AriaTabs
      className="tabs"
      selectedKey={chosen ?? ''}
      onSelectionChange={(id) => change({ tab: id === first ? undefined : String(id) })}
    >
      <TabList aria-label={label} className="tab-list">
        {tabs.map((tab) => (
          <AriaTab key={tab.id} id={tab.id} className="tab">
            {tab.label}
          </AriaTab>
        ))}
      </TabList>
      {tabs.map((tab) => (
        <TabPanel key={tab.id} id={tab.id} className="tab-panel">
          {tab.children}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}
