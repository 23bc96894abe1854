/** `npm run console`: one console process. Any number of them may run. */
