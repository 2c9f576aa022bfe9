import { useQuery } from '@tanstack/react-query'
import {
  Cable,
  Gavel,
  Gem,
  History,
  House,
  Landmark,
  ListRestart,
  Mail,
  Megaphone,
  MessageSquareWarning,
  Package,
  Percent,
  Scale,
  Settings as SettingsIcon,
  ShieldCheck,
  Store,
  Users,
  Wallet,
  Webhook,
} from 'lucide'
import { type ReactNode, Suspense, useState } from 'react'
import { explainMissingPermission } from '#core/access/missing-permission.ts'
import type { Permission } from '#core/access/permissions.ts'
import { call, isApiFailure } from '#web/app/calls/api.ts'
import { useCompany } from '#web/app/document/company.ts'
import type { CommandSource } from '#web/console/frame/command-menu.tsx'
import type { FrameProps } from '#web/console/frame/console-page.tsx'
import { type ConsoleArea, ConsoleFrame } from '#web/console/frame/console-frame.tsx'
import { SkeletonRows } from '#web/console/data/console-data.tsx'
import { lazyComponent } from '#web/shared/loading/lazy-component.tsx'
import { ActionLink } from '#web/console/parts/button.tsx'
import { Empty } from '#web/console/parts/panel.tsx'
import { type OperatorPermission, useOperatorRoles } from './operator-roles.tsx'
import { OPERATOR } from './addresses.ts'
import { searchMarketplace } from './search-marketplace.ts'

/** Renders a page of the operator's console; `current` is its entry in the navigation. */
export function OperatorFrame(props: FrameProps<OperatorPermission>) {
  return (
    <ConsoleFrame area={useOperatorArea} type="operator" audience="operators" current={props.current}>
      {(user) => (
        <SecondFactorGate>
          <PermissionGate needs={props.needs}>{props.children(user)}</PermissionGate>
        </SecondFactorGate>
      )}
    </ConsoleFrame>
  )
}

/** Renders the page, or the permission that the operator's role lacks. */
function PermissionGate({ needs, children }: { needs: OperatorPermission | undefined; children: ReactNode }) {
  const { roles, can } = useOperatorRoles()
  if (needs === undefined || can(needs)) return children
  return (
    <Empty
      title="Your role doesn’t include this page"
      text={explainMissingPermission('operator', roles ?? [], needs)}
    >
      <ActionLink href={OPERATOR.home}>Go to the start page</ActionLink>
    </Empty>
  )
}

/** Renders the setup of two-factor sign-in instead of a page, if the server requires it of this operator. */
function SecondFactorGate({ children }: { children: ReactNode }) {
  const { error, refetch } = useExceptions()
  const isNeeded = isApiFailure(error) && error.code === 'second_factor_setup_needed'
  // It stays until the recovery codes are saved, although calls already succeed.
  const [isOpen, setIsOpen] = useState(false)
  if (isNeeded && !isOpen) setIsOpen(true)
  if (!isOpen) return children

  async function finish(): Promise<void> {
    await refetch()
    setIsOpen(false)
  }

  return (
    <Suspense fallback={<SkeletonRows />}>
      <RequiredSecondFactor onDone={() => void finish()} />
    </Suspense>
  )
}

const RequiredSecondFactor = lazyComponent(
  async () => (await import('./required-second-factor.tsx')).RequiredSecondFactor,
)

/** The reload interval of open tasks, in milliseconds. */
const REFRESH_MS = 30_000

/** Returns an operator's open tasks by kind, reloaded every half minute. */
export function useExceptions() {
  return useQuery({
    queryKey: ['operator', 'exceptions'],
    queryFn: async ({ signal }) => (await call('GET /operator/exceptions', {}, { signal })).exceptions,
    refetchInterval: REFRESH_MS,
  })
}

type Kind = NonNullable<ReturnType<typeof useExceptions>['data']>[number]['kind']

/** Returns the console with the entries that the operator's roles include. */
function useOperatorArea(): ConsoleArea {
  const area = useFullArea()
  const { can } = useOperatorRoles()
  const isAllowed = ({ needs }: Readonly<{ needs?: Permission }>) => needs === undefined || can(needs)
  return {
    ...area,
    links: area.links.filter(isAllowed),
    footerLinks: area.footerLinks.filter(isAllowed),
    commands: {
      ...COMMANDS,
      actions: COMMANDS.actions.filter(isAllowed),
      find: searchMarketplace,
    },
  }
}

function useFullArea(): Omit<ConsoleArea, 'commands'> {
  const exceptions = useExceptions().data ?? []
  const count = (...kinds: Kind[]) =>
    exceptions.reduce((sum, one) => sum + (kinds.includes(one.kind) ? one.count : 0), 0)
  const money = count(
    'unknown_refunds',
    'refused_refunds',
    'unclear_payouts',
    'prepared_payouts',
    'unapplied_money',
    'discrepancies',
    'disputes',
  )
  return {
    store: { name: useCompany().shopName, about: 'Marketplace operator' },
    links: [
      { href: OPERATOR.home, label: 'Home', icon: House },
      {
        href: OPERATOR.suppliers,
        label: 'Suppliers',
        icon: Store,
        count: count('verifications'),
        needs: 'suppliers:read',
      },
      { href: OPERATOR.accounts, label: 'Accounts', icon: Users, needs: 'accounts:read' },
      { href: OPERATOR.orders, label: 'Orders', icon: Package, needs: 'orders:read' },
      {
        href: OPERATOR.products,
        label: 'Products',
        icon: Gem,
        count: count('products'),
        needs: 'products:read',
      },
      {
        href: OPERATOR.cases,
        label: 'Cases',
        icon: Gavel,
        count: count('cases'),
        isLoud: true,
        needs: 'cases:read',
      },
      { href: OPERATOR.money, label: 'Money', icon: Wallet, count: money, needs: 'money:read' },
      {
        href: OPERATOR.messages,
        label: 'Messages',
        icon: Mail,
        count: count('messages', 'reported_chats'),
        needs: 'messages:read',
      },
      {
        href: OPERATOR.reviews,
        label: 'Reviews',
        icon: MessageSquareWarning,
        count: count('reported_reviews'),
        needs: 'reviews:read',
      },
    ],
    footerLinks: FOOTER_LINKS,
  }
}

const FOOTER_LINKS: ConsoleArea['footerLinks'] = [
  { href: OPERATOR.ledger, label: 'Ledger', icon: Landmark, needs: 'money:read' },
  { href: OPERATOR.rules, label: 'Ledger rules', icon: Scale, needs: 'money:read' },
  { href: OPERATOR.campaigns, label: 'Storefront', icon: Megaphone, needs: 'products:read' },
  { href: OPERATOR.settings, label: 'Settings', icon: SettingsIcon, needs: 'settings:read' },
  { href: OPERATOR.operators, label: 'Operators', icon: ShieldCheck, needs: 'operators:read' },
  { href: OPERATOR.effects, label: 'Outside systems', icon: Cable, needs: 'money:read' },
  { href: OPERATOR.jobs, label: 'Background jobs', icon: ListRestart, needs: 'overview:read' },
  { href: OPERATOR.developers, label: 'API and webhooks', icon: Webhook, needs: 'api:read' },
  { href: OPERATOR.audit, label: 'Audit log', icon: History, needs: 'activity:read' },
]

const COMMANDS: Pick<CommandSource, 'placeholder' | 'actions'> = {
  placeholder: 'Search by number, name, email, ID …',
  actions: [
    {
      href: `${OPERATOR.products}?view=to_review`,
      label: 'Review products',
      icon: Gem,
      needs: 'products:read',
    },
    {
      href: `${OPERATOR.suppliers}?state=to_review`,
      label: 'Review verifications',
      icon: Store,
      needs: 'suppliers:read',
    },
    { href: `${OPERATOR.cases}?view=to_decide`, label: 'Decide cases', icon: Gavel, needs: 'cases:read' },
    { href: OPERATOR.vendors, label: 'See vendors and their stores', icon: Users, needs: 'accounts:read' },
    {
      href: OPERATOR.guests,
      label: 'Export or erase a guest’s data',
      icon: Users,
      needs: 'accounts:read',
    },
    { href: OPERATOR.campaigns, label: 'Run an offer campaign', icon: Megaphone, needs: 'products:write' },
    {
      href: OPERATOR.announcements,
      label: 'Create an announcement',
      icon: Megaphone,
      needs: 'products:write',
    },
    { href: OPERATOR.messages, label: 'Answer messages', icon: Mail, needs: 'messages:read' },
    { href: OPERATOR.payouts, label: 'Approve payouts', icon: Wallet, needs: 'money:write' },
    { href: OPERATOR.unapplied, label: 'Apply money without an order', icon: Wallet, needs: 'money:write' },
    { href: OPERATOR.commissions, label: 'Set commissions', icon: Percent, needs: 'money:write' },
    { href: OPERATOR.reconciliation, label: 'Resolve discrepancies', icon: Scale, needs: 'money:write' },
  ],
}
