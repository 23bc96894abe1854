/** A shortlist as an agency's customer sees it, by its link alone: who the guides are, and nothing that is between agency and studio. */
import { useQuery } from '@tanstack/react-query';
import { request } from '../../api/client.ts';
import type { Refusal } from '../../api/errors.ts';
import type { Answer } from '../../api/routes.ts';
import { Fact } from '../../parts/facts.tsx';
import { Page } from '../../parts/page.tsx';
import { Awaited, EmptyState } from '../../parts/states.tsx';
import { Day } from '../../parts/time.tsx';
import { useLocaleTag, useTexts } from '../../shell/preferences.tsx';
import { languageName } from '../../texts/language-names.ts';
import { useMailToken } from '../account/mail-token.ts';
import { GuidePhoto, Rating } from './guide-card.tsx';
import { GuideScene } from './guide-scene.tsx';
import './trade.css';

const LOOK = 'POST /api/shortlist';
type Shown = Answer<typeof LOOK>;
type Guide = Shown['guides'][number];

export default function SharedPage() {
  const words = useTexts().trade.find.shared;
  const token = useMailToken();
  const look = useQuery<Shown, Refusal>({
    queryKey: ['shared-shortlist', token],
    queryFn: () => request(LOOK, { body: { token }, leadsToSignIn: false }),
    enabled: token !== '',
  });
  if (token === '' || look.error?.code === 40001)
    return (
      <Page title={words.over}>
        <EmptyState icon="link" title={words.over} text={words.overText} />
      </Page>
    );
  if (!look.data)
    return (
      <Page title={words.title}>
        <Awaited query={look} lines={8} />
      </Page>
    );
  const { title, agency, note, guides } = look.data;
  return (
    <Page title={title} lead={words.from(agency)} wide>
      {note && <p className="prose reading">{note}</p>}
      <Trip shown={look.data} />
      {guides.length === 0 && <EmptyState icon="guides" title={words.none} text={words.noneText(agency)} />}
      <ul className="shared-guides">
        {guides.map((guide, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: guides have no ids here, and never change places
          <SharedGuide key={place} guide={guide} />
        ))}
      </ul>
    </Page>
  );
}

function Trip({ shown: { from, to, guestCount } }: { shown: Shown }) {
  const words = useTexts().trade;
  if (from === null && guestCount === null) return null;
  return (
    <p className="soft">
      {from && <Day date={from} weekday />}
      {to && to !== from && (
        <>
          {' – '}
          <Day date={to} weekday />
        </>
      )}
      {from && guestCount && ' · '}
      {guestCount && words.trip.guests(guestCount)}
    </p>
  );
}

function SharedGuide({ guide }: { guide: Guide }) {
  const texts = useTexts();
  const words = texts.trade;
  const services: Readonly<Record<string, string>> = texts.frame.services;
  const locale = useLocaleTag();
  const [photo, ...photos] = guide.photos;
  return (
    <li className="card shared-guide">
      {photo ? <GuidePhoto {...photo} /> : <GuideScene name={guide.name} area={guide.area} />}
      <div className="stack">
        <div className="row row-between">
          <h2>{guide.name}</h2>
          {guide.isFree !== null && (
            <span className={`badge ${guide.isFree ? 'green' : 'amber'}`}>
              {guide.isFree ? words.find.shared.free : words.find.taken}
            </span>
          )}
        </div>
        <p>{guide.area}</p>
        {guide.reviewCount > 0 && <Rating rating={guide.rating} count={guide.reviewCount} />}
        {guide.profile && <p className="prose">{guide.profile}</p>}
        <dl className="facts">
          <Fact
            name={words.guide.speaks}
            value={guide.languages.map((tag) => languageName(tag, locale)).join(', ')}
          />
          <Fact
            name={words.guide.services}
            value={guide.serviceTypes.map((type) => services[type] ?? type).join(', ')}
          />
          <Fact name={words.guide.guests} value={words.find.upTo(guide.maxGuests)} />
          <Fact name={words.order.meeting} value={guide.meetingPoint} />
        </dl>
        {photos.length > 0 && (
          <ul className="guide-photos" aria-label={words.guide.photos}>
            {photos.map((one) => (
              <li key={one.url}>
                <GuidePhoto {...one} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </li>
  );
}
