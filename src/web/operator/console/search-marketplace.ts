import {
  ArrowRight,
  CreditCard,
  Gavel,
  Gem,
  Landmark,
  Mail,
  Package,
  Store,
  User,
  UserSearch,
  Users,
  Wallet,
} from 'lucide'
import { call } from '#web/app/calls/api.ts'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import type { CommandItem, CommandSource } from '#web/console/frame/command-menu.tsx'
import { toAddress } from '#web/console/table/use-address.ts'
import {
  accountAddress,
  caseAddress,
  messageAddress,
  OPERATOR,
  orderAddress,
  payoutAddress,
  productAddress,
  supplierAddress,
} from './addresses.ts'

type Kind = AnswerTo<'GET /operator/search'>['groups'][number]['kind']

type KindView = Readonly<{
  title: string
  icon: CommandItem['icon']
  toHref: (id: string) => string
  /** The page that lists all matches of this type. */
  list?: string
}>

const KINDS: Readonly<Record<Kind, KindView>> = {
  order: { title: 'Orders', icon: Package, toHref: orderAddress, list: OPERATOR.orders },
  case: { title: 'Cases', icon: Gavel, toHref: caseAddress },
  payment: {
    title: 'Payments',
    icon: CreditCard,
    toHref: (id) => (id.startsWith('usr_') ? accountAddress(id) : OPERATOR.unapplied),
  },
  payout: { title: 'Payouts', icon: Wallet, toHref: payoutAddress },
  posting: {
    title: 'Ledger',
    icon: Landmark,
    toHref: (key) => toAddress(OPERATOR.ledger, { search: key }),
    list: OPERATOR.ledger,
  },
  product: { title: 'Products', icon: Gem, toHref: productAddress, list: OPERATOR.products },
  supplier: { title: 'Suppliers', icon: Store, toHref: supplierAddress, list: OPERATOR.suppliers },
  vendor: { title: 'Vendors', icon: Users, toHref: accountAddress, list: OPERATOR.vendors },
  account: { title: 'Accounts', icon: User, toHref: accountAddress, list: OPERATOR.accounts },
  guest: {
    title: 'Guests',
    icon: UserSearch,
    toHref: (email) => toAddress(OPERATOR.guests, { email }),
  },
  message: { title: 'Messages', icon: Mail, toHref: messageAddress, list: OPERATOR.messages },
}

/**
 * Returns the results of the marketplace's search by kind; the server leaves out those the operator's roles
 * exclude.
 */
export const searchMarketplace: CommandSource['find'] = async (search, signal) => {
  const { groups } = await call('GET /operator/search', { query: { search } }, { signal })
  return groups.map(({ kind, results, hasMore }) => {
    const { title, icon, toHref, list } = KINDS[kind]
    const items = results.map(({ id, title: label, about }) => ({ href: toHref(id), label, about, icon }))
    if (!hasMore || list === undefined) return { title, items }
    const all = { href: toAddress(list, { search }), label: 'Show all that match', icon: ArrowRight }
    return { title, items: [...items, all] }
  })
}
