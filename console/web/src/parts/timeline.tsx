/** What happened, the newest first or as given: one line of states, notifications and people. */
import type { ReactNode } from 'react';
import type { IconName } from './icon.tsx';
import { Icon } from './icon.tsx';
import { When } from './time.tsx';
import './timeline.css';

export interface TimelineEntry {
  readonly id: string;
  /** RFC 3339. */
  readonly at: string;
  readonly icon: IconName;
  readonly tone?: 'amber' | 'green' | 'blue' | 'grey' | 'red' | undefined;
  readonly title: ReactNode;
  /** Who, and what more there is to say. */
  readonly children?: ReactNode;
}

export function Timeline({
  entries,
  label,
  zone,
}: {
  entries: readonly TimelineEntry[];
  label: string;
  zone?: string;
}) {
  return (
    <ol className="timeline" aria-label={label}>
      {entries.map((entry) => (
        <li key={entry.id} className={`timeline-entry ${entry.tone ?? 'grey'}`}>
          <span className="timeline-mark">
            <Icon name={entry.icon} size={16} />
          </span>
          <div className="timeline-text">
            <div className="timeline-title">
              <span>{entry.title}</span>
              <span className="soft">
                <When at={entry.at} zone={zone} hasHappened />
              </span>
            </div>
            {entry.children && <div className="soft">{entry.children}</div>}
          </div>
        </li>
      ))}
    </ol>
  );
}
