/** `npm run admin`: the operators' commands, by themselves on the platform that npm start runs here. Entry file. */
import { operatorEnvironment } from './operator-environment.ts';

try {
  Object.assign(process.env, operatorEnvironment(process.env));
  await import('../../admin/index.ts');
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
