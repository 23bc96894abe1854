/** Which notices one gets of one's companies, for each of them. */
import { Page, Section } from '../../parts/page.tsx';
import { Awaited, EmptyState, Note } from '../../parts/states.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { DeviceSection } from './device-section.tsx';
import { NoticeChoice } from './notice-choice.tsx';
import { type Choices, useNoticeChoices } from './notice-data.ts';

export default function Notices() {
  const { title, choices: words } = useTexts().notices;
  const choices = useNoticeChoices();
  return (
    <Page title={title} lead={words.lead} reading>
      <Awaited query={choices} lines={10} />
      {choices.data && <Companies choices={choices.data} />}
    </Page>
  );
}

function Companies({ choices: { companies, mail } }: { choices: Choices }) {
  const words = useTexts().notices.choices;
  if (companies.length === 0) return <EmptyState icon="bell" title={words.none} text={words.noneText} />;
  return (
    <div className="stack-l">
      <DeviceSection />
      {mail && <Note>{words.pace}</Note>}
      {companies.map((company) => (
        <Section key={company.companyId} title={company.companyName}>
          <NoticeChoice company={company} sendsMail={mail} />
        </Section>
      ))}
    </div>
  );
}
