import type { Area } from '../../shell/area.ts';

/**
 * Signing in and what leads there; one's own account. Addresses of mails: services/accounts/mailer.ts, lib/mail/notice-words.ts,
 * services/notices/unsubscribing.ts.
 */
export const account: Area = {
  pages: [
    { at: 'open', path: '/sign-in', load: () => import('./sign-in.tsx') },
    { at: 'open', path: '/register', load: () => import('./register.tsx') },
    { at: 'open', path: '/confirm-email', load: () => import('./confirm-email.tsx') },
    { at: 'open', path: '/confirm-new-email', load: () => import('./confirm-new-email.tsx') },
    { at: 'open', path: '/allow-device', load: () => import('./allow-device.tsx') },
    { at: 'open', path: '/forgot-password', load: () => import('./forgot-password.tsx') },
    { at: 'open', path: '/reset-password', load: () => import('./reset-password.tsx') },
    { at: 'open', path: '/invitation', load: () => import('./invitation.tsx') },
    { at: 'open', path: '/answer', load: () => import('./answer.tsx') },
    { at: 'open', path: '/unsubscribe', load: () => import('./unsubscribe.tsx') },
    { at: 'account', path: '/security', load: () => import('./security.tsx') },
    { at: 'account', path: '/profile', load: () => import('./profile.tsx') },
    { at: 'account', path: '/notices', load: () => import('./notices.tsx') },
  ],
  rail: [
    {
      at: 'account',
      path: '/security',
      icon: 'shield',
      title: (texts) => texts.account.security.title,
      order: 1,
    },
    {
      at: 'account',
      path: '/profile',
      icon: 'guides',
      title: (texts) => texts.account.profile.title,
      order: 2,
    },
    {
      at: 'account',
      path: '/notices',
      icon: 'bell',
      title: (texts) => texts.notices.title,
      order: 3,
    },
  ],
};
