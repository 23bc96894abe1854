/** What the studio's routes answer, for the pages. */
export type {
  CalendarSettingsData,
  Preview,
  PreviewBody,
  StudioCalendars,
  StudioFeedData,
  StudioGuides,
  YearPreview,
} from '../../../contract/schemas/studio.ts';
