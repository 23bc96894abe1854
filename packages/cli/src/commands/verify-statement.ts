import { NoteError } from '../../../../lib/transparency/note.ts';
import { misused } from '../failure.ts';
import { parseDocument } from '../statement/document.ts';
import { judgeStatement } from '../statement/judge.ts';
import { textOf } from '../statement/report.ts';
import type { Io } from '../terminal/io.ts';
import type { Output } from '../terminal/output.ts';
import { readInput } from '../terminal/read.ts';

/** `guidepost verify --statement`: nothing is asked of the platform. @returns whether the proof holds. */
export async function verifyStatement(
  { statement: file, key }: { readonly statement: string; readonly key?: string | undefined },
  io: Io,
  output: Output,
): Promise<boolean> {
  const document = parseDocument((await readInput(file, io)).toString('utf8'));
  const judged = judgedBy(document, key);
  if (!judged.key.pinned)
    output.note(
      output.noteStyle.warn(
        'The key is the one in the file: whoever made the file could have made it too. Give yours by --key.',
      ),
    );
  output.result(judged, () => textOf(judged, output));
  return judged.valid;
}

function judgedBy(...given: Parameters<typeof judgeStatement>): ReturnType<typeof judgeStatement> {
  try {
    return judgeStatement(...given);
  } catch (error) {
    if (!(error instanceof NoteError)) throw error;
    throw misused(
      `--key: ${error.message}`,
      'It is what the platform has at /log/key, from the day that you kept it.',
    );
  }
}
