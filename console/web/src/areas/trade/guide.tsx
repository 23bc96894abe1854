/** A guide for agencies: who it is, when it is free, what a trip costs, and how to book it. */

import { useOperation } from '../../api/queries.ts';
import { Fact } from '../../parts/facts.tsx';
import { moneyRangeText } from '../../parts/money.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { Awaited } from '../../parts/states.tsx';
import { useAddress, useFilters } from '../../shell/address.ts';
import { useLocaleTag, useTexts } from '../../shell/preferences.tsx';
import { useHere, useParam } from '../../shell/session.ts';
import { languageName } from '../../texts/language-names.ts';
import { FreeDays } from './free-days.tsx';
import { GuidePhoto, Rating } from './guide-card.tsx';
import { GuideReviews } from './guide-reviews.tsx';
import { OfferCode } from './offer-code.tsx';
import { PolicyText } from './price.tsx';
import { QuotePanel } from './quote-panel.tsx';
import { ShortlistButton } from './shortlist-bar.tsx';
import {
  choiceOf,
  dayPricesOf,
  filtersOf,
  type GuideDetail,
  type TripChoice,
  tripOf,
} from './trip-choice.ts';
import { TripFields } from './trip-fields.tsx';
import './trade.css';

export default function GuidePage() {
  const here = useHere();
  const address = useAddress();
  const words = useTexts().trade;
  const guideId = useParam('guideId');
  const guide = useOperation(here, 'getGuide', { params: { guideId } });
  return (
    <Page
      title={guide.data?.name ?? guideId}
      crumbs={[{ title: words.find.title, to: address('/find') }]}
      beside={guide.data && <Rating rating={guide.data.rating} count={guide.data.reviewCount} />}
      actions={guide.data && <ShortlistButton guideId={guideId} name={guide.data.name} isWide />}
    >
      <Awaited query={guide} lines={10} />
      {guide.data && <Loaded guide={guide.data} />}
    </Page>
  );
}

function Loaded({ guide }: { guide: GuideDetail }) {
  const words = useTexts().trade.guide;
  const [filters, change] = useFilters();
  const choice = choiceOf(filters, guide);
  const setChoice = (next: TripChoice) => change(filtersOf(next, guide));
  return (
    <div className="guide-layout">
      <div className="stack-l">
        <Photos guide={guide} />
        <Section title={words.calendar}>
          <FreeDays guide={guide} choice={choice} onChange={setChoice} />
        </Section>
      </div>
      <div className="stack-l guide-about">
        <Section title={words.about}>
          <About guide={guide} />
        </Section>
        <Section title={words.reviews}>
          <GuideReviews guideId={guide.guideId} />
        </Section>
      </div>
      <div className="beside">
        <section className="card stack">
          <h2>{words.trip}</h2>
          <TripFields guide={guide} choice={choice} onChange={setChoice} />
          <OfferCode
            trip={tripOf(guide.guideId, { ...choice, offerCode: '' }, guide)}
            code={choice.offerCode}
            onChange={(offerCode) => setChoice({ ...choice, offerCode })}
          />
          <QuotePanel guide={guide} choice={choice} />
        </section>
      </div>
    </div>
  );
}

function Photos({ guide }: { guide: GuideDetail }) {
  const words = useTexts().trade.guide;
  if (guide.photos.length === 0) return null;
  return (
    <ul className="guide-photos" aria-label={words.photos}>
      {guide.photos.map(({ url, caption }) => (
        <li key={url}>
          <GuidePhoto url={url} caption={caption ?? guide.name} />
        </li>
      ))}
    </ul>
  );
}

function About({ guide }: { guide: GuideDetail }) {
  const words = useTexts().trade;
  const services: Readonly<Record<string, string>> = useTexts().frame.services;
  const locale = useLocaleTag();
  const speaks = guide.languages.map((tag) => languageName(tag, locale)).join(', ');
  const offers = guide.serviceTypes.map((type) => services[type] ?? type).join(', ');
  const ofDay = `${moneyRangeText(dayPricesOf(guide), guide.currency, locale)} ${words.find.perDay}`;
  return (
    <>
      {guide.profile && <p className="prose reading">{guide.profile}</p>}
      <dl className="facts">
        <Fact name={words.guide.speaks} value={speaks} />
        <Fact name={words.guide.areas} value={guide.serviceAreas.join(', ')} />
        <Fact name={words.guide.services} value={offers} />
        <Fact name={words.trip.wholeDays} value={guide.offersWholeDays ? ofDay : undefined} />
        <Fact name={words.guide.guests} value={words.find.upTo(guide.maxGuests)} />
        <Fact name={words.guide.zone} value={guide.timeZone} />
        <Fact name={words.order.meeting} value={guide.meetingPoint?.text} />
        <Fact name={words.policy.title} value={<PolicyText policy={guide.cancellationPolicy} />} />
      </dl>
      {guide.minimumNoticeHours > 0 && (
        <p className="soft">{words.guide.minimumNotice(guide.minimumNoticeHours)}</p>
      )}
    </>
  );
}
