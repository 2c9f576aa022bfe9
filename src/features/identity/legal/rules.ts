/** Returns the version of a text saved on a day: YYYY-MM-DD, numbered if the day has one. */
export function nameNextVersion(now: Date, versions: readonly string[]): string {
  const day = now.toISOString().slice(0, 10)
  const ofThatDay = versions.filter((version) => version.slice(0, 10) === day)
  if (ofThatDay.length === 0) return day
  const numbers = ofThatDay.map((version) => Number(version.slice(11) || 1))
  return `${day}-${Math.max(...numbers) + 1}`
}
