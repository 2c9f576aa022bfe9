/** Returns the version of a text that is saved on a day: the day (YYYY-MM-DD), or with a number where there is one of that day. */
export function nameNextVersion(now: Date, versions: readonly string[]): string {
  const day = now.toISOString().slice(0, 10)
  const ofThatDay = versions.filter((version) => version.slice(0, 10) === day)
  if (ofThatDay.length === 0) return day
  const numbers = ofThatDay.map((version) => Number(version.slice(11) || 1))
  return `${day}-${Math.max(...numbers) + 1}`
}
