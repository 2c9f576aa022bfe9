import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { ROLE_TITLES } from '#core/access/permissions.ts'
import { formatCountry, formatMoney } from '#web/console/data/format.ts'

/** A change of the store, as in the server's response. */
export type Change = AnswerTo<'GET /supplier/activity'>['entries'][number]

/** The labels of the kinds of changes. */
export const KIND_LABELS: Readonly<Record<Change['kind'], string>> = {
  store: 'Store profile',
  bank_details: 'Bank account',
  order_settings: 'Order settings',
  status: 'Verification',
  review: 'Reviews',
  message: 'Messages',
  team: 'Team',
  connection: 'Connected stores',
  pricing: 'Price rules',
  selection: 'Selection',
  listing: 'Listings',
  settings: 'Settings',
  account: 'Account',
  product: 'Product reviews',
  api: 'API keys and webhooks',
  order: 'Orders',
  wallet: 'Wallet',
}

/** The displayed fields with their labels; file names of logos and dates of changes are omitted. */
const FIELD_LABELS: Readonly<Record<string, string>> = {
  name: 'Name',
  country: 'Country',
  yearsOfExperience: 'Years of experience',
  mainCategories: 'Main categories',
  account: 'Account',
  autoAccept: 'Accept orders automatically',
  status: 'State',
  reason: 'Reason',
  roles: 'Roles',
  store: 'Store',
  address: 'Address',
  rules: 'Price rules',
  rates: 'Exchange rates',
  products: 'Selected products',
  retailPrice: 'Your price',
  quantity: 'Quantity',
  isPriceLocked: 'Price is set in the store',
  wholeOrdersOnly: 'Only buy complete orders',
  holdMinutes: 'Hold in minutes',
  shipping: 'Shipping',
  maxCost: 'Ask when an order costs more than',
  minMarginPercent: 'Ask when the margin is below, in percent',
  customsValue: 'Customs value',
  autoPay: 'Pay orders from the wallet automatically',
  lowBalance: 'Warn by email below',
  payment: 'Payment',
  amount: 'Amount',
  agreedCost: 'Agreed cost',
  variant: 'Variant',
}

/** A changed field with its values before and after, for people. */
export type ChangedField = Readonly<{ label: string; before: string; after: string }>

/** Returns the changed fields that are displayed. */
export function listChangedFields({ before, after }: Pick<Change, 'before' | 'after'>): ChangedField[] {
  return Object.entries(after ?? {}).flatMap(([name, value]) => {
    const label = FIELD_LABELS[name]
    if (label === undefined) return []
    return [{ label, before: formatValue(name, before?.[name]), after: formatValue(name, value) }]
  })
}

function formatValue(name: string, value: NonNullable<Change['after']>[string] | undefined): string {
  if (value === undefined || value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'On' : 'Off'
  if (typeof value === 'object') return formatList(name, value)
  if (typeof value === 'number' && AMOUNTS.has(name)) return formatMoney(value)
  return name === 'country'
    ? formatCountry(String(value))
    : (VALUE_LABELS[`${name}:${value}`] ?? String(value))
}

const AMOUNTS: ReadonlySet<string> = new Set(['maxCost', 'lowBalance'])

const VALUE_LABELS: Readonly<Record<string, string>> = {
  'shipping:cheapest': 'Cheapest',
  'shipping:fastest': 'Fastest',
  'customsValue:cost': 'What you pay the supplier',
  'customsValue:retail': 'What your customer paid',
  'payment:wallet': 'Wallet',
  'payment:page': 'Payment page',
}

const ROLE_NAMES: Readonly<Record<string, string>> = ROLE_TITLES

function formatList(name: string, values: readonly string[]): string {
  if (values.length === 0) return 'None'
  if (name === 'roles') return values.map((role) => ROLE_NAMES[role] ?? role).join(', ')
  // A price rule contains commas.
  return values.join(name === 'rules' || name === 'rates' ? '; ' : ', ')
}

/** Returns the author of a change; the marketplace's operators have no names here. */
export function formatMember({ role, name }: Pick<Change, 'role' | 'name'>): string {
  if (role === 'operator') return 'Marketplace'
  return name === '' ? 'Closed account' : name
}
