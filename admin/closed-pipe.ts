/** Whoever reads may have gone (`… | head -1`): what was asked for is done all the same, and ends as it would. For an entry file. */
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}
