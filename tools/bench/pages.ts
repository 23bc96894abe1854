/** `npm run bench -- pages`: tables and plots of docs/performance.md and its details anew, from the figures that are known. */
import { writePages } from './support/report.ts';

writePages();
