/** Words of notices: the bell, its list, what one chooses, and the end of the mails. */
import type { NoticeKind, NoticeTopic } from '../../../../../domain/notices.ts';
import { plural } from '../format.ts';

/** @param about the guide's name, or the statement's id. */
type Title = (about: string) => string;
interface Topic {
  readonly label: string;
  readonly help: string;
}

/** Mails say the same: lib/mail/notice-words-en.ts. */
const titles: Readonly<Record<NoticeKind, Title>> = {
  request_new: (about) => `New request for ${about}`,
  request_due: (about) => `Still waiting for your answer: ${about}`,
  change_requested: (about) => `A change is requested: ${about}`,
  order_booked: (about) => `New booking for ${about}`,
  order_confirmed: (about) => `Confirmed: ${about}`,
  order_cancelled: (about) => `Cancelled: ${about}`,
  order_changed: (about) => `Changed: ${about}`,
  change_declined: (about) => `The change was declined: ${about}`,
  change_withdrawn: (about) => `The change is no longer requested: ${about}`,
  change_expired: (about) => `The change was not answered in time: ${about}`,
  order_refunded: (about) => `Refunded in part: ${about}`,
  review_new: (about) => `New review of ${about}`,
  guide_available: (about) => `${about} is free at the time you wait for`,
  message_new: (about) => `New message about ${about}`,
  statement_issued: (about) => `Your statement ${about} is ready`,
  dispute_answered: (about) => `Your objection to statement ${about} was answered`,
  statement_paid: (about) => `Statement ${about} is paid`,
};

const topics: Readonly<Record<NoticeTopic, Topic>> = {
  requests: {
    label: 'Requests',
    help: 'For studios: an order or a change waits for your answer, and again while time is running out.',
  },
  orders: {
    label: 'Orders',
    help: 'An order is booked, confirmed, changed, cancelled or refunded; a guest writes a review; a guide is free again.',
  },
  messages: { label: 'Messages', help: 'Someone wrote to you about an order.' },
  money: { label: 'Money', help: 'A statement is ready or paid, or an objection was answered.' },
};

export const notices = {
  title: 'Notices',
  titles,
  unread: (count: number) => plural('en', count, { one: '# unread', other: '# unread' }),
  manyUnread: 'more than 999 unread',
  noneUnread: 'all read',
  /** Before a title, for those who don't see the mark. */
  isUnread: 'Unread:',
  markAll: 'Mark all as read',
  older: 'Older',
  choose: 'Choose your notices',
  reference: (text: string) => `Reference ${text}`,
  /** Before an instant. */
  answerBy: 'Answer by',
  heldUntil: 'Held for you until',
  empty: 'No notices yet',
  emptyText: 'You see it here when someone books, changes, cancels or writes, or when a statement is ready.',
  choices: {
    lead: 'Notices about the orders and statements of the companies you work for.',
    pace: 'The first notice is mailed at once. After that a company sends you at most one e-mail in five minutes, with all that came meanwhile.',
    returned: (email: string) =>
      `A mail to ${email} came back, so your notices are no longer mailed. Check the address, or its mailbox; you can change it in your account.`,
    resume: 'Mail them again',
    resumed: 'Your notices are mailed again.',
    topics: 'Notices about',
    topicsHelp: 'The bell at the top shows all of it.',
    topic: topics,
    push: 'On my devices and chats too',
    pushHelp: 'Where you have turned that on, above.',
    mail: 'By e-mail too',
    noMail: 'This platform sends no e-mails. You read your notices in the console.',
    sandbox: 'Sandbox notices too',
    sandboxHelp: 'Test orders and test statements; their notices say so.',
    daily: 'Once a day',
    dailyHelp:
      'One e-mail with what happened since the day before. What waits for your answer is still mailed at once.',
    dailyAt: 'At',
    quiet: 'Quiet hours',
    quietHelp:
      'No e-mails and nothing on your devices in these hours, not even about requests that wait for your answer. What came meanwhile follows together when they end.',
    from: 'From',
    until: 'Until',
    timeZone: 'Time zone',
    save: 'Save',
    saving: 'Saving…',
    saved: (company: string) => `Saved for ${company}.`,
    none: 'You don’t work for a company',
    noneText:
      'Notices are about the orders and statements of a company. Once you belong to one, you choose your notices here.',
  },
  chats: {
    title: 'In a chat',
    lead: 'Get your notices in a channel of Slack, Mattermost, Rocket.Chat, Google Chat or Discord. Everyone in the channel sees them; requests are answered in the console.',
    url: 'Address of the incoming webhook',
    urlHelp: 'Create one in the settings of the channel. It is kept encrypted and not shown again.',
    add: 'Write there',
    adding: 'Adding…',
    chat: 'Chat',
    removed: 'Your notices are no longer written there.',
  },
  devices: {
    title: 'On your devices',
    lead: 'See your notices on this device as they come, even while the console is closed. You can answer requests from there.',
    turnOn: 'Show notices on this device',
    shown: 'This device shows your notices as they come.',
    test: 'Send a test',
    tested: 'A test notice is on its way.',
    turnOff: 'Turn off',
    isOff: 'This device no longer shows your notices.',
    denied:
      "This browser was asked not to show notices of the console. Allow notifications for this page in the browser's settings, and load the page again.",
    missing:
      'This browser cannot show notices. On an iPhone or iPad, add the console to the home screen first (Share, “Add to Home Screen”) and open it from there.',
    failed:
      'The browser could not turn this on: you did not allow it, or it does not reach its push service.',
    others: 'Other devices',
    browser: 'Browser',
    since: 'Since',
    remove: 'Remove',
    removed: 'That device no longer shows your notices.',
  },
  unsubscribe: {
    title: 'Stop e-mails with notices',
    lead: 'No more e-mails about the orders and statements of this company; the console still shows everything. You still get e-mails about the security of your account.',
    verb: 'Stop these e-mails',
    working: 'Stopping…',
    done: 'You get no more e-mails with notices of this company. The console still shows everything, and you can turn the e-mails on again there.',
  },
  answer: {
    title: 'Answer a request',
    titleOf: (guide: string) => `Request for ${guide}`,
    lead: (company: string) => `You answer for ${company}. The agency is notified at once.`,
    means: 'If you confirm, the trip is booked. If you decline, the order is cancelled free of charge.',
    confirm: 'Confirm',
    decline: 'Decline',
    confirmed: 'This request is confirmed.',
    declined: 'This order is cancelled: it was declined, cancelled, or not answered in time.',
    open: 'Open the order',
    fact: {
      day: 'Day',
      time: 'Time',
      length: 'Length',
      days: (count: number) => plural('en', count, { one: '# day', other: '# days' }),
      guests: 'Guests',
      price: 'Price',
      reference: 'Reference',
      order: 'Order',
      sandbox: 'A test: nobody travels, nobody pays.',
      answerBy: 'Answer by',
    },
  },
};
