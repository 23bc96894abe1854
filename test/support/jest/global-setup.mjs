// JavaScript, since Jest would transform a .ts file here into a module that it then loads by `require`.
export { openHost as default } from '../servers/host.ts';
