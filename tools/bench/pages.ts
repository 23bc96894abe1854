/** `npm run bench -- pages`: writes tables and plots of docs/performance.md and its details again, from the recorded figures. */
import { writePages } from './support/report.ts';

writePages();
