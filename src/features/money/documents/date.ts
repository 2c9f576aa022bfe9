/** A day as everybody reads it: year, month, day (ISO 8601), in UTC. */
export function formatDate(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}
