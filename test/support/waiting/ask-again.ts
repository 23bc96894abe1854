/** As a client does: what is answered "try again" (50301) is sent again. A busy machine keeps requests from a lock that many want at once. */
export async function askAgain<Answer extends { readonly code: number }>(
  request: () => Promise<Answer>,
): Promise<Answer> {
  for (;;) {
    const answer = await request();
    if (answer.code !== 50301) return answer;
  }
}
