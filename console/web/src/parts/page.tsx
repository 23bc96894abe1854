/** A page's head: where one is, what it is called, what can be done. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTexts } from '../shell/preferences.tsx';
import { useDocumentTitle } from './document-title.ts';
import './page.css';

export interface Crumb {
  readonly title: string;
  readonly to: string;
}

interface PageProps {
  readonly title: string;
  /** Beside the title: a badge, an id. */
  readonly beside?: ReactNode;
  /** The pages above this one. */
  readonly crumbs?: readonly Crumb[];
  /** One sentence on what the page is for, where the title does not say it. */
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
  /** For text: a narrow column. */
  readonly reading?: boolean;
  /** Among the pages without a sign-in: more than a question. */
  readonly wide?: boolean;
  readonly children: ReactNode;
}

export function Page({
  title,
  beside,
  crumbs = [],
  lead,
  actions,
  reading = false,
  wide = false,
  children,
}: PageProps) {
  const words = useTexts().frame;
  useDocumentTitle(`${title} · ${words.product}`);
  return (
    <div className={`page ${reading ? 'reading' : ''} ${wide ? 'wide' : ''}`}>
      <header className="page-head">
        {crumbs.length > 0 && (
          <nav aria-label={words.breadcrumb} className="crumbs">
            {crumbs.map((crumb) => (
              <Link key={crumb.to} to={crumb.to}>
                {crumb.title}
              </Link>
            ))}
          </nav>
        )}
        <div className="page-title">
          <h1>{title}</h1>
          {beside}
        </div>
        {actions && <div className="page-actions row">{actions}</div>}
        {lead && <p className="page-lead">{lead}</p>}
      </header>
      {children}
    </div>
  );
}

/** A part of a page with its own heading. */
export function Section({
  title,
  aside,
  children,
}: {
  title: string;
  aside?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="stack">
      <div className="row row-between">
        <h2>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
