import type { Area } from '../../shell/area.ts';
import type { Who } from '../../shell/session.ts';

/** The company itself: verification, profile, team, links, audit log; and the operators' side of the verification. */
export const company: Area = {
  pages: [
    { at: 'merchant', path: '/company/profile', load: () => import('./profile.tsx') },
    { at: 'merchant', path: '/company/verification', load: () => import('./verification.tsx') },
    { at: 'merchant', path: '/company/team', load: () => import('./team.tsx') },
    { at: 'merchant', path: '/company/answers', load: () => import('../trade/answers.tsx') },
    { at: 'merchant', path: '/company/links', load: () => import('./links.tsx') },
    { at: 'merchant', path: '/company/audit', load: () => import('./audit.tsx') },
    { at: 'backOffice', path: '/verifications', load: () => import('../verification/queue.tsx') },
    {
      at: 'backOffice',
      path: '/verifications/$companyId',
      load: () => import('../verification/application.tsx'),
    },
  ],
  rail: [
    entry('/company/profile', 'company', 'profile', 80),
    entry('/company/verification', 'shield', 'verification', 81, (who) => who.may('verification.write')),
    entry('/company/team', 'team', 'team', 82),
    entry('/company/answers', 'message', 'answers', 83, (who) => who.may('orders.write')),
    entry('/company/links', 'link', 'links', 84),
    entry('/company/audit', 'audit', 'audit', 85, (who) => who.may('audit.read')),
    {
      at: 'backOffice',
      path: '/verifications',
      icon: 'shield',
      title: (texts) => texts.company.rail.verifications,
      order: 20,
      isFor: (who) => who.may('operator.verification.read'),
    },
  ],
};

type Title = 'profile' | 'verification' | 'team' | 'answers' | 'links' | 'audit';

function entry(
  path: string,
  icon: Area['rail'][number]['icon'],
  title: Title,
  order: number,
  isFor: (who: Who) => boolean = () => true,
): Area['rail'][number] {
  return {
    at: 'merchant',
    path,
    icon,
    title: (texts) => texts.company.rail[title],
    order,
    group: (texts) => texts.company.rail.group,
    isFor,
  };
}
