/** Not the order's workflow: a careless deploy, whose workflow task fails again and again. */
export async function order(): Promise<void> {
  throw new Error('a careless deploy');
}
