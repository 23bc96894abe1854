/**
 * SQL: all notifications of one subject, as a table to select from. They are few, and the index of subjects finds them.
 *
 * `offset 0` keeps other conditions outside. With `status = 'pending'` inside, PostgreSQL takes an index of
 * what is pending instead: tiny when it was analysed, but in a backlog all of it would be read for each subject.
 * @param subject SQL of its id; with its table, which may be `notification` itself.
 */
export const ofSubject = (subject: string) =>
  `(select of_subject.* from notification of_subject where of_subject.subject_id = ${subject} offset 0)`;
