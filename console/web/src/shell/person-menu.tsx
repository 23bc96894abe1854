/** What is one's own: security, profile, notices, and the way out. */
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { request } from '../api/client.ts';
import { refusalOf } from '../api/errors.ts';
import { leaveSeen } from '../api/seen.ts';
import { Button } from '../parts/button.tsx';
import { Menu } from '../parts/menu.tsx';
import { sentenceOf } from '../parts/states.tsx';
import { showToast } from '../parts/toast.tsx';
import { dropAllKept } from './kept.ts';
import { showOnIcon } from './notices.ts';
import { useTexts } from './preferences.tsx';
import { leaveSession, useMe } from './session.ts';
import { dropWaiting, sendBeforeLeaving } from './waiting.ts';

export function PersonMenu() {
  const texts = useTexts();
  const words = texts.frame.person;
  const { person } = useMe();
  const navigate = useNavigate();
  const client = useQueryClient();
  const signOut = async () => {
    try {
      await sendBeforeLeaving(person.id, client);
      await request('POST /api/account/sign-out');
      dropWaiting(person.id);
      await leaveSeen();
      dropAllKept();
      void showOnIcon(0);
      leaveSession();
    } catch (error) {
      showToast({ text: sentenceOf(texts, refusalOf(error)), tone: 'warning' });
    }
  };
  const entries = [
    { id: 'security', label: words.security, onAction: () => void navigate({ to: '/account/security' }) },
    { id: 'profile', label: words.profile, onAction: () => void navigate({ to: '/account/profile' }) },
    { id: 'notices', label: words.notices, onAction: () => void navigate({ to: '/account/notices' }) },
    { id: 'sign-out', label: words.signOut, onAction: () => void signOut() },
  ];
  return (
    <Menu label={words.menu} entries={entries}>
      <Button tone="quiet" icon="guides" label={`${words.menu}: ${person.name}`} />
    </Menu>
  );
}
