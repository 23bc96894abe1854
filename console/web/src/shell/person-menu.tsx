/** What is one's own: security, profile, and the way out. */
import { useNavigate } from '@tanstack/react-router';
import { post } from '../api/client.ts';
import { Button } from '../parts/button.tsx';
import { Menu } from '../parts/menu.tsx';
import { useTexts } from './preferences.tsx';
import { leaveSession, useMe } from './session.ts';

export function PersonMenu() {
  const words = useTexts().frame.person;
  const { person } = useMe();
  const navigate = useNavigate();
  const signOut = async () => {
    await post('/api/account/sign-out');
    leaveSession();
  };
  const entries = [
    { id: 'security', label: words.security, onAction: () => void navigate({ to: '/account/security' }) },
    { id: 'profile', label: words.profile, onAction: () => void navigate({ to: '/account/profile' }) },
    { id: 'sign-out', label: words.signOut, onAction: () => void signOut() },
  ];
  return (
    <Menu label={words.menu} entries={entries}>
      <Button tone="quiet" icon="guides" label={`${words.menu}: ${person.name}`} />
    </Menu>
  );
}
