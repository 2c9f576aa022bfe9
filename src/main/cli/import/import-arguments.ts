import { parseArgs } from 'node:util'
import { z } from 'zod'
import { findEncoding } from '#features/catalogue/catalog/import/encoding/encoding-names.ts'
import { parseSupplierSelector, type SupplierSelector } from '../select-supplier.ts'

/** The usage of the command. */
export const USAGE = `usage: npm run import -- --supplier NAME FILE [--apply] [--country XX] [--email ADDRESS] [--as-of TIME]
       [--encoding NAME] [--force]
       npm run import -- --short-name SHORT FILE [--apply] [--email ADDRESS] [--as-of TIME] [--encoding NAME] [--force]

  Shows what the file would change, product by product; nothing is changed without --apply.

  --apply             make exactly these changes
  --supplier NAME     the supplier's name; a new supplier is created and verified
  --short-name SHORT  an existing supplier by its unique short name
  --country XX        the country of a new supplier (two letters; default US)
  --email ADDRESS     the address for order emails; replaces an existing supplier's address.
                      Shoppers see it in the chat unless the supplier has an account
  --as-of TIME        when the stock in the file was counted, such as 2026-11-22T09:00 or 2026-11-22T09:00Z; default:
                      when the file was last changed. Later orders are subtracted from the count
  --encoding NAME     the encoding of the file, such as windows-1250, gbk or macintosh; default: detected
  --force             import even if more than half of the products are refused
  FILE                a Shopify or WooCommerce product export (CSV), a Google Merchant feed (XML), or a file of any
                      columns that the supplier has chosen before on the page Imports`

/** The parsed arguments of the command. */
export type ImportArguments = Readonly<{
  whom: SupplierSelector
  country: string
  email: string | undefined
  asOf: Date | undefined
  encoding: string | undefined
  isForced: boolean
  file: string
  isApplied: boolean
}>

/** Returns the parsed arguments of the command, or their error. */
export function readArguments(args: readonly string[]): ImportArguments | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        supplier: { type: 'string' },
        'short-name': { type: 'string' },
        country: { type: 'string' },
        email: { type: 'string' },
        'as-of': { type: 'string' },
        encoding: { type: 'string' },
        force: { type: 'boolean' },
        apply: { type: 'boolean' },
      },
    })
    const [file, ...extraArguments] = positionals
    const selector = parseSupplierSelector(values)
    const country = values.country ?? 'US'
    if (!selector) return 'Name the supplier: --supplier NAME or --short-name SHORT.'
    if (!file || extraArguments.length > 0) return 'Name one file to import.'
    if (!/^[a-z]{2}$/i.test(country)) return 'Enter a two-letter country code, such as US.'
    const email = values.email?.trim()
    if (email !== undefined && !z.email().safeParse(email).success) return `${email} is not an email address.`
    const asOf = values['as-of'] === undefined ? undefined : readTime(values['as-of'])
    if (typeof asOf === 'string') return asOf
    const encoding = values.encoding === undefined ? undefined : findEncoding(values.encoding)
    if (values.encoding !== undefined && !encoding)
      return `${values.encoding} is not a known encoding. Use utf-8, windows-1250, gbk, shift_jis, macintosh or another one.`
    return {
      whom: selector,
      country,
      email,
      asOf,
      encoding,
      file,
      isForced: values.force ?? false,
      isApplied: values.apply ?? false,
    }
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Returns a past time, in this machine's time zone if none is given; else an error message. */
function readTime(text: string): Date | string {
  // People type minutes, not seconds.
  const withSeconds = text.trim().replace(/(T\d\d:\d\d)(?=Z|[+-]|$)/, '$1:00')
  const isTime = z.iso.datetime({ offset: true, local: true }).safeParse(withSeconds).success
  const time = new Date(withSeconds)
  if (!isTime || Number.isNaN(time.getTime()))
    return `${text} is not a time such as 2026-11-22T09:00 or 2026-11-22T09:00Z.`
  return time > new Date() ? `${text} is in the future. Enter the time when the stock was counted.` : time
}
