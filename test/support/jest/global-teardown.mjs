export { endNow as default } from '../servers/teardown.ts';
