import { HOME_BAR_MS, type PageCalls } from '../console/measure-pages.ts'

/** Charts load after the page. */
const CHARTS_BAR_MS = 2 * HOME_BAR_MS

const FRAME = ['/operator/exceptions', '/operator/self']

const orders = (query: string) => [`/operator/orders?${query}`, ...FRAME]
const log = (query: string) => [`/operator/audit-log?${query}`, ...FRAME]

/** The pages of the operator's console by the calls that each makes. */
export const OPERATOR_PAGES: readonly PageCalls[] = [
  {
    page: 'home',
    paths: ['/operator/sales?days=30&utcOffset=0', '/operator/orders?group=all', ...FRAME],
    barMs: HOME_BAR_MS,
  },
  { page: 'home, 90 days', paths: ['/operator/sales?days=90&utcOffset=0', ...FRAME], barMs: CHARTS_BAR_MS },
  { page: 'home, rates', paths: ['/operator/rates?days=30&utcOffset=0'], barMs: CHARTS_BAR_MS },
  { page: 'home, funnel', paths: ['/operator/funnel?days=30&utcOffset=0'], barMs: CHARTS_BAR_MS },
  { page: 'orders', paths: orders('group=all') },
  { page: 'orders open', paths: orders('group=open') },
  { page: 'orders in a case', paths: orders('group=in_case') },
  { page: 'orders completed', paths: orders('group=completed') },
  { page: 'orders cancelled', paths: orders('group=cancelled') },
  { page: 'orders, a name', paths: orders('group=all&search=Weber') },
  { page: 'orders, a number', paths: orders('group=all&search=C-1eef') },
  { page: 'orders of a supplier', paths: orders('group=all&supplier=SUPPLIER') },
  { page: 'search', paths: ['/operator/search?search=Grace%20Weber', ...FRAME] },
  { page: 'suppliers', paths: ['/operator/suppliers', ...FRAME] },
  { page: 'a supplier', paths: ['/operator/suppliers/SUPPLIER', ...FRAME] },
  { page: 'vendors', paths: ['/operator/vendors', ...FRAME] },
  { page: 'accounts', paths: ['/operator/accounts', ...FRAME] },
  { page: 'an account', paths: ['/operator/accounts/VENDOR', ...FRAME] },
  { page: 'refunds', paths: ['/refunds', ...FRAME] },
  { page: 'unapplied money', paths: ['/unapplied', ...FRAME] },
  { page: 'disputes', paths: ['/chargebacks', ...FRAME] },
  { page: 'ledger', paths: ['/ledger/balances', '/ledger/postings', ...FRAME] },
  { page: 'ledger, a kind', paths: ['/ledger/balances', '/ledger/postings?kind=topped_up', ...FRAME] },
  { page: 'ledger, an account', paths: ['/ledger/balances', '/ledger/explain/commission', ...FRAME] },
  {
    page: 'ledger, parts of an account',
    paths: ['/ledger/balances', '/ledger/balances/supplier_pending', ...FRAME],
  },
  { page: 'ledger, parts that are empty too', paths: ['/ledger/balances/order_escrow?empty=yes', ...FRAME] },
  { page: 'ledger, a key', paths: ['/ledger/postings?search=received:77', ...FRAME] },
  { page: 'payouts', paths: ['/payouts?page=1', '/payout-files?page=1', ...FRAME] },
  { page: 'reconciliation', paths: ['/settlement-reports', '/settlement-discrepancies', ...FRAME] },
  { page: 'audit log', paths: log('') },
  { page: 'audit log, a member', paths: log('member=VENDOR') },
  { page: 'audit log, a kind and a text', paths: log('kind=pricing&search=nothing') },
  { page: 'cases', paths: ['/cases', ...FRAME] },
  { page: 'products', paths: ['/operator/products', ...FRAME] },
  { page: 'reviews', paths: ['/operator/reviews', ...FRAME] },
  { page: 'effects', paths: ['/operator/effects', ...FRAME] },
]
