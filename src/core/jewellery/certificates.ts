/** The laboratories that suppliers can choose; the last one covers all others. */
export const LABORATORIES = ['GIA', 'IGI', 'HRD', 'GCAL', 'SSEF', 'Gübelin', 'GRS', 'Other'] as const

/** The public report checks whose URL takes the number of a report. */
const CHECK_ADDRESSES: Readonly<Record<string, string>> = {
  GIA: 'https://www.gia.edu/report-check?reportno=',
  IGI: 'https://www.igi.org/verify-your-report/?r=',
  HRD: 'https://my.hrdantwerp.com/?record_number=',
}

/** Returns the URL where a laboratory shows its report of this number; undefined for laboratories without one. */
export function certificateCheckAddress(laboratory: string, number: string): string | undefined {
  const address = CHECK_ADDRESSES[laboratory]
  const digits = number.replaceAll(/\s/g, '')
  return address === undefined || digits === '' ? undefined : address + encodeURIComponent(digits)
}
