/** Which notices one gets of one's companies, for each of them. */
import { request } from '../../api/client.ts';
import { useAction } from '../../api/queries.ts';
import { Button } from '../../parts/button.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { Awaited, EmptyState, ErrorState, Note } from '../../parts/states.tsx';
import { showToast } from '../../parts/toast.tsx';
import { useTexts } from '../../shell/preferences.tsx';
import { ChatSection, DeviceSection } from './device-section.tsx';
import { NoticeChoice } from './notice-choice.tsx';
import { CHOICES_KEY, type Choices, useNoticeChoices } from './notice-data.ts';

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

function Companies({ choices }: { choices: Choices }) {
  const { companies, mail } = choices;
  const words = useTexts().notices.choices;
  if (companies.length === 0) return <EmptyState icon="bell" title={words.none} text={words.noneText} />;
  return (
    <div className="stack-l">
      <DeviceSection />
      <ChatSection />
      {mail && <MailNote choices={choices} />}
      {companies.map((company) => (
        <Section key={company.companyId} title={company.companyName}>
          <NoticeChoice company={company} sendsMail={mail} />
        </Section>
      ))}
    </div>
  );
}

/** How often mails come, or that they come back. */
function MailNote({ choices: { email, mailFailingSince } }: { choices: Choices }) {
  const words = useTexts().notices.choices;
  const resume = useAction(() => request('POST /api/account/mails/resume'), {
    invalidates: [CHOICES_KEY],
    onDone: () => showToast({ text: words.resumed }),
  });
  if (mailFailingSince === null) return <Note>{words.pace}</Note>;
  return (
    <Note tone="warning">
      <div className="stack">
        <p>{words.returned(email)}</p>
        {resume.refusal && <ErrorState refusal={resume.refusal} />}
        <div className="row">
          <Button small isPending={resume.isRunning} onPress={() => resume.run(undefined)}>
            {words.resume}
          </Button>
        </div>
      </div>
    </Note>
  );
}
