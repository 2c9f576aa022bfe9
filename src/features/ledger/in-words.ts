/** An amount of minor units as people read it, with the currency's own number of decimals: `USD -12.50`. */
export function amountInWords(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'code' })
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  const [sign, text] = [amount < 0 ? '-' : '', String(Math.abs(amount)).padStart(digits + 1, '0')]
  const whole = text.slice(0, text.length - digits)
  return `${currency} ${sign}${whole}${digits > 0 ? `.${text.slice(-digits)}` : ''}`
}
