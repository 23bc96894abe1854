export { endNow as default } from './teardown.ts';
