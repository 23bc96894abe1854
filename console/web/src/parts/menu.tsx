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
import { Icon } from './icon.tsx';
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

interface ChoiceMenuProps {
  readonly label: string;
  readonly entries: readonly { readonly id: string; readonly label: string }[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
  /** The Button that opens it. */
  readonly children: ReactNode;
}

/** Any number of choices; it stays open while they are made. */
export function ChoiceMenu({ label, entries, chosen, onChange, children }: ChoiceMenuProps) {
  return (
    <MenuTrigger>
      {children}
      <Popover className="popover" placement="bottom end">
        <AriaMenu
          className="menu"
          aria-label={label}
          selectionMode="multiple"
          selectedKeys={chosen}
          onSelectionChange={(keys) =>
            onChange(entries.map(({ id }) => id).filter((id) => keys === 'all' || keys.has(id)))
          }
        >
          {entries.map(({ id, label: text }) => (
            <MenuItem key={id} id={id} textValue={text} className="menu-item menu-choice">
              <Icon name="check" size={16} />
              {text}
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
