/** What the studio's routes answer, for the pages. */
export type {
  CalendarSettingsData,
  Preview,
  PreviewBody,
  StudioCalendars,
  StudioGuides,
} from '../../../api/schemas/studio.ts';
