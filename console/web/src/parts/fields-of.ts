/**
 * The fields of a record that a form edits: `field('area')` is what a field takes of that member: its name, its label, its value, and
 * how it changes. @param path where the record lies in the body: `tripKinds.0.`.
 */
export function fieldsOf<Members extends object, Labels extends object>(
  record: Members,
  onChange: (changed: Members) => void,
  labels: Labels,
  path = '',
) {
  return <Name extends keyof Members & keyof Labels & string>(name: Name) => ({
    name: `${path}${name}`,
    label: labels[name],
    value: record[name],
    onChange: (value: Members[Name]) => onChange({ ...record, [name]: value }),
  });
}
