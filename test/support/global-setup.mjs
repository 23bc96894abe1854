// JavaScript, since Jest loads a .ts file here by `require`, which cannot take modules with a top-level await.
export { startTestServers as default } from './start-servers.ts';
