import { answerOnce } from '../../../tools/embedded/os/one-shot.ts';

answerOnce(async ({ text }: { readonly text: string }) => {
  if (text === '') throw new Error('nothing to answer');
  return text.toUpperCase();
});
