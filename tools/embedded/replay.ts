/** `npm run replay`: tools/replay/, by itself on the platform that npm start runs here. Entry file. */
import { operatorEnvironment } from './operator-environment.ts';

try {
  const isOfRepository = process.argv.includes('--recorded');
  if (!process.env.TEMPORAL_ADDRESS && !isOfRepository)
    Object.assign(process.env, operatorEnvironment(process.env));
  await import('../replay/index.ts');
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 2;
}
