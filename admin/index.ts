/** `npm run admin -- <command>`: what operators do from a shell, by the very services that a console uses. */
import { createProgram } from './program.ts';
import { explain } from './refusal.ts';

try {
  await createProgram().parseAsync();
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}
