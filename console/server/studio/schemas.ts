/** What the studio's routes answer, for the pages. */
export type {
  CalendarSettingsData,
  Preview,
  PreviewBody,
  StudioCalendars,
  StudioGuides,
} from '../../../contract/schemas/studio.ts';
