/** Formats a day as ISO 8601 (year, month, day) in UTC. */
export function formatDate(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}
