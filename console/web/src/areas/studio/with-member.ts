/** The record with that member, or without it where the value is undefined. */
export function withMember<Members extends object, Name extends keyof Members>(
  record: Members,
  member: Name,
  value: Members[Name] | undefined,
): Members {
  const { [member]: _, ...others } = record;
  return (value === undefined ? others : { ...others, [member]: value }) as Members;
}
