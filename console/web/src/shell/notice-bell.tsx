/** Beside one's account: how many notices are unread, and the newest of them. For people who work for a company. */
import { useState } from 'react';
import { Dialog, DialogTrigger, Popover } from 'react-aria-components';
import { Button } from '../parts/button.tsx';
import { useCountInTitle } from '../parts/document-title.ts';
import { NoticeList } from './notice-list.tsx';
import { shortCount, unreadText, useFreshUnread, useUnread } from './notices.ts';
import { useTexts } from './preferences.tsx';
import { useMe } from './session.ts';
import './notices.css';

export function NoticeBell() {
  const { companies } = useMe();
  return companies.length === 0 ? null : <Bell />;
}

function Bell() {
  const words = useTexts().notices;
  const unread = useUnread();
  useFreshUnread();
  const [isOpen, setOpen] = useState(false);
  const count = shortCount(unread);
  useCountInTitle(count);
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <span className="bell">
        <Button tone="quiet" icon="bell" label={`${words.title}, ${unreadText(words, unread)}`} />
        {count !== '' && (
          <span className="bell-count" aria-hidden="true">
            {count}
          </span>
        )}
      </span>
      <Popover className="popover notices-frame" placement="bottom end">
        <Dialog className="notices">
          <NoticeList unread={unread} onLeave={() => setOpen(false)} />
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
