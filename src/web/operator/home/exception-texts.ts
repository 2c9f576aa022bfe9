import type { PermissionOf } from '#core/access/permissions.ts'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { formatNumber } from '#web/console/data/format.ts'
import { OPERATOR } from '../console/addresses.ts'

/** An open task of operators. */
export type ExceptionData = AnswerTo<'GET /operator/exceptions'>['exceptions'][number]

/** The texts of a task. `link` leads to the page that resolves it, for operators with the permission. */
type Texts = Readonly<{
  needs: PermissionOf<'operator'>
  one: string
  many: string
  text: string
  link: Readonly<{ label: string; href: string }>
}>

const TEXTS: Readonly<Record<ExceptionData['kind'], Texts>> = {
  unknown_refunds: {
    needs: 'money:read',
    one: 'refund with an unknown outcome',
    many: 'refunds with an unknown outcome',
    text: 'The provider didn’t respond. Check the refund before you send it again.',
    link: { label: 'See refunds', href: `${OPERATOR.refunds}?state=unknown` },
  },
  refused_refunds: {
    needs: 'money:read',
    one: 'refund that the provider refused',
    many: 'refunds that the provider refused',
    text: 'Retry it, or pay it by hand and record how.',
    link: { label: 'See refunds', href: `${OPERATOR.refunds}?state=refused` },
  },
  unclear_payouts: {
    needs: 'money:read',
    one: 'payout with an unclear outcome',
    many: 'payouts with an unclear outcome',
    text: 'Ask the provider, or check the bank account and record what happened.',
    link: { label: 'See payouts', href: `${OPERATOR.payouts}?state=unclear` },
  },
  failed_jobs: {
    needs: 'overview:read',
    one: 'background job gave up',
    many: 'background jobs gave up',
    text: 'They failed on their last attempt. Read why, then retry or dismiss them.',
    link: { label: 'See jobs', href: OPERATOR.jobs },
  },
  unknown_labels: {
    needs: 'overview:read',
    one: 'shipping label with an unknown outcome',
    many: 'shipping labels with an unknown outcome',
    text: 'The carrier didn’t respond. We check again automatically.',
    link: { label: 'See orders', href: `${OPERATOR.orders}?group=unclear_label` },
  },
  unknown_effects: {
    needs: 'money:read',
    one: 'change in an outside system with an unknown outcome',
    many: 'changes in outside systems with an unknown outcome',
    text: 'We’ve stopped retrying. Review the attempts and retry.',
    link: { label: 'See changes', href: OPERATOR.effects },
  },
  refused_effects: {
    needs: 'money:read',
    one: 'change that an outside system refused',
    many: 'changes that outside systems refused',
    text: 'Review the reason, fix it and retry.',
    link: { label: 'See changes', href: OPERATOR.effects },
  },
  unapplied_money: {
    needs: 'money:read',
    one: 'payment without an order',
    many: 'payments without an order',
    text: 'Apply it to an order of that amount, or refund it.',
    link: { label: 'Apply money', href: OPERATOR.unapplied },
  },
  discrepancies: {
    needs: 'money:read',
    one: 'discrepancy with a provider’s report',
    many: 'discrepancies with providers’ reports',
    text: 'The report and the ledger differ.',
    link: { label: 'Resolve', href: OPERATOR.reconciliation },
  },
  cases: {
    needs: 'cases:read',
    one: 'case to decide',
    many: 'cases to decide',
    text: 'The buyer and the supplier couldn’t agree. The earnings are on hold.',
    link: { label: 'Decide', href: `${OPERATOR.cases}?view=to_decide` },
  },
  disputes: {
    needs: 'money:read',
    one: 'open dispute',
    many: 'open disputes',
    text: 'The buyer’s bank requests evidence or has withdrawn the money.',
    link: { label: 'See disputes', href: OPERATOR.disputes },
  },
  prepared_payouts: {
    needs: 'money:read',
    one: 'payout to send',
    many: 'payouts to send',
    text: 'Create the bank file, and mark it as sent.',
    link: { label: 'Send payouts', href: `${OPERATOR.payouts}?state=prepared` },
  },
  verifications: {
    needs: 'suppliers:read',
    one: 'statement to review',
    many: 'statements to review',
    text: 'Suppliers’ products are listed once they are verified.',
    link: { label: 'Review', href: `${OPERATOR.suppliers}?state=to_review` },
  },
  reported_reviews: {
    needs: 'reviews:read',
    one: 'reported review',
    many: 'reported reviews',
    text: 'Keep it, or remove it with a reason.',
    link: { label: 'Read reviews', href: OPERATOR.reviews },
  },
  reported_chats: {
    needs: 'messages:read',
    one: 'reported chat',
    many: 'reported chats',
    text: 'Review it, remove any message that breaks the rules, and close the report.',
    link: { label: 'Read reports', href: OPERATOR.chatReports },
  },
  products: {
    needs: 'products:read',
    one: 'product to review',
    many: 'products to review',
    text: 'Buyers don’t see them until you approve them.',
    link: { label: 'Review products', href: `${OPERATOR.products}?view=to_review` },
  },
  messages: {
    needs: 'messages:read',
    one: 'message to answer',
    many: 'messages to answer',
    text: 'The contact page promises an answer within 24 hours.',
    link: { label: 'Answer messages', href: OPERATOR.messages },
  },
}

/** Returns the tasks whose pages the permissions of `can` open. */
export function filterByPermission(
  exceptions: readonly ExceptionData[],
  can: (permission: PermissionOf<'operator'>) => boolean,
): ExceptionData[] {
  return exceptions.filter(({ kind }) => can(TEXTS[kind].needs))
}

/** Describes a task by title and text, with the page to resolve it. */
export function describeException({ kind, count }: ExceptionData) {
  const { one, many, text, link } = TEXTS[kind]
  return { title: `${formatNumber(count)} ${count === 1 ? one : many}`, text, link }
}
