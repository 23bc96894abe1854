/** The reader of the output may have ended (`… | head -1`): the command runs to its usual end all the same. For an entry file. */
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}
