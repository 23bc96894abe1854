/** The console in the browser: entry of the build. */
