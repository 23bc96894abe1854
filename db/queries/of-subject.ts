/**
 * SQL: all notifications of one subject, as a table to select from. They are few, and the index of subjects finds them.
 *
 * `offset 0` keeps what else is asked of them outside. With `status = 'pending'` inside, PostgreSQL takes an index of
 * what waits instead: tiny when it looked, and in a backlog it would read all of it for each subject.
 * @param subject SQL of its id.
 */
export const ofSubject = (subject: string) =>
  `(select * from notification where subject_id = ${subject} offset 0)`;
