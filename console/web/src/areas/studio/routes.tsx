import type { Area } from '../../shell/area.ts';
import type { Who } from '../../shell/session.ts';

const isStudio = ({ kind }: Who) => kind === 'studio';

/** Pages of the area studio. */
export const studio: Area = {
  pages: [
    { at: 'merchant', path: '/guides', load: () => import('./guides.tsx') },
    { at: 'merchant', path: '/guides/new', load: () => import('./new-guide.tsx') },
    { at: 'merchant', path: '/guides/import', load: () => import('./import.tsx') },
    { at: 'merchant', path: '/guides/$guideId', load: () => import('./guide.tsx') },
    { at: 'merchant', path: '/guides/$guideId/calendar', load: () => import('./guide-calendar.tsx') },
    { at: 'merchant', path: '/calendar', load: () => import('./calendar.tsx') },
    { at: 'merchant', path: '/reviews', load: () => import('./reviews.tsx') },
    { at: 'merchant', path: '/partners', load: () => import('./partners.tsx') },
  ],
  rail: [
    {
      at: 'merchant',
      path: '/guides',
      icon: 'guides',
      title: (texts) => texts.studio.guides.title,
      order: 30,
      needs: 'guides.read',
      isFor: isStudio,
    },
    {
      at: 'merchant',
      path: '/calendar',
      icon: 'calendar',
      title: (texts) => texts.studio.calendar.title,
      order: 31,
      needs: 'guides.read',
      isFor: isStudio,
    },
    {
      at: 'merchant',
      path: '/reviews',
      icon: 'star',
      title: (texts) => texts.studio.reviews.title,
      order: 32,
      needs: 'guides.read',
      isFor: isStudio,
    },
    {
      at: 'merchant',
      path: '/partners',
      icon: 'link',
      title: (texts) => texts.studio.partners.title,
      order: 33,
      needs: 'guides.read',
      isFor: isStudio,
    },
  ],
};
