/** One merchant: facts, what can be done, keys without secrets, endpoints, links, last changes. */

import { Link } from '@tanstack/react-router';
import type { Merchant } from '../../../../server/operators/answers.ts';
import { StateBadge } from '../../parts/badge.tsx';
import { ButtonLink } from '../../parts/button.tsx';
import { ShortId } from '../../parts/copy.tsx';
import { Fact } from '../../parts/facts.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { Awaited } from '../../parts/states.tsx';
import { When } from '../../parts/time.tsx';
import { useLocaleTag, useTexts } from '../../shell/preferences.tsx';
import { useParam } from '../../shell/session.ts';
import { AuditRows } from './audit-rows.tsx';
import { merchantPath, useMay, useOperatorData } from './data.ts';
import { MerchantActions } from './merchant-actions.tsx';
import { MerchantKeys } from './merchant-keys.tsx';
import { MerchantLinks } from './merchant-links.tsx';
import { World } from './search.tsx';
import './operators.css';
import { displayNames } from '../../texts/format.ts';

export default function MerchantPage() {
  const words = useTexts().operators;
  const key = useParam('merchantKey');
  const merchant = useOperatorData('GET /api/operator/merchants/{merchantKey}', {
    params: { merchantKey: key },
  });
  return (
    <Page
      title={merchant.data?.name ?? key}
      crumbs={[{ title: words.merchants.title, to: '/desk/merchants' }]}
      beside={merchant.data && <Beside merchant={merchant.data} />}
      actions={<ButtonLink to={`${merchantPath(key)}/deliveries`}>{words.merchant.why}</ButtonLink>}
    >
      <Awaited query={merchant} lines={8} />
      {merchant.data && <Loaded merchant={merchant.data} />}
    </Page>
  );
}

function Beside({ merchant: { status, verification, sandbox } }: { merchant: Merchant }) {
  return (
    <>
      <StateBadge state={status} />
      {verification !== 'approved' && <StateBadge state={verification} />}
      <World sandbox={sandbox} />
    </>
  );
}

function Loaded({ merchant }: { merchant: Merchant }) {
  const words = useTexts().operators.merchant;
  const may = useMay();
  const all = `/desk/audit?merchantKey=${encodeURIComponent(merchant.merchantKey)}`;
  return (
    <>
      <Facts merchant={merchant} />
      <MerchantActions merchant={merchant} />
      <MerchantKeys merchant={merchant} />
      <Section title={words.endpoints}>
        <ul className="panel rows">
          {merchant.endpoints.map(({ endpointId, origin, description, state }) => (
            <li key={endpointId}>
              <span className="words">
                <code>{endpointId}</code> {origin} <span className="soft">{description}</span>
              </span>
              <StateBadge state={state} />
            </li>
          ))}
        </ul>
      </Section>
      <MerchantLinks merchant={merchant} />
      <Section
        title={words.audit}
        aside={may('operator.audit.read') && <Link to={all}>{words.allAudit}</Link>}
      >
        <AuditRows rows={merchant.audit} empty={<p className="panel soft">–</p>} />
      </Section>
    </>
  );
}

function Facts({ merchant }: { merchant: Merchant }) {
  const countries = displayNames(useLocaleTag(), { type: 'region' });
  const texts = useTexts().operators;
  const words = texts.merchant;
  return (
    <dl className="facts">
      <Fact name={words.key} value={<ShortId id={merchant.merchantKey} />} />
      <Fact name={texts.merchants.kind} value={texts.kinds[merchant.kind]} />
      <Fact name={words.country} value={countries.of(merchant.country)} />
      <Fact
        name={words.contact}
        value={merchant.contactEmail ?? <span className="soft">{words.noContact}</span>}
      />
      <Fact name={texts.merchants.since} value={<When at={merchant.createdAt} />} />
    </dl>
  );
}
