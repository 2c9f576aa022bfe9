/** Returns the display name of a service: underscores become spaces (CHK-16). */
export function formatServiceName(service: string): string {
  return service.replaceAll('_', ' ')
}

/** Formats the duration of a service, such as `5-7 days` or `1 day`. */
export function formatDays(min: number, max: number): string {
  if (min !== max) return `${min}-${max} days`
  return max === 1 ? '1 day' : `${max} days`
}
