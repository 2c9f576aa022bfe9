import type { ProductDetailData } from '#features/catalogue/catalog/contract.ts'

type Holiday = NonNullable<ProductDetailData['manufacturer']['holiday']>

/** A store's current holiday: whether it accepts no orders meanwhile, and the message to shoppers. */
export type CurrentHoliday = Readonly<{ isPaused: boolean; text: string }>

/** Returns the effect of a holiday at a moment; undefined outside its days. The days are in the store's time zone. */
export function describeHoliday(
  { from, to, mode, message, timeZone }: Holiday,
  storeName: string,
  now: Date,
): CurrentHoliday | undefined {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone }).format(now)
  if (today < from || today > to) return undefined
  const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' })
  const until = `${storeName} is on holiday until ${day.format(new Date(to))}`
  const text =
    mode === 'pause' ? `${until} and takes no orders until then.` : `${until}; orders ship after that.`
  return { isPaused: mode === 'pause', text: [text, message].filter(Boolean).join(' ') }
}
