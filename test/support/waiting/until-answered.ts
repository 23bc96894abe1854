import { Unavailable } from '../../../domain/errors.ts';

/** As a client does that repeats a request under its key for as long as it is not answered in time. */
export async function untilAnswered<Answer>(request: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    try {
      return await request();
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
    }
  }
}
