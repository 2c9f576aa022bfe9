import type { EmailTemplate } from './email-template.ts'

const PLACEHOLDERS = {
  order: { label: 'Order number', sample: '100482', isRequired: true },
  supplier: { label: 'Name of the supplier', sample: 'Kobe Pearl Works' },
} as const

const ABOUT = 'This is about the items from {{supplier}} in order {{order}}.'

const CASE = {
  to: 'Buyers and suppliers',
  facts: 'link',
  action: 'See your case',
  closing: [],
  placeholders: PLACEHOLDERS,
} as const

/** Returns the template of an email about an event of a case; the shop adds the messages, amounts and dates. */
function describeEvent(title: string, heading: string) {
  return {
    ...CASE,
    title,
    standard: { subject: `Case about order {{order}}: ${toSubject(heading)}`, heading, text: ABOUT },
  }
}

function toSubject(heading: string): string {
  return heading.replace(/\.$/, '').toLowerCase()
}

/** The emails about cases. */
export const CASE_TEXTS = {
  case_open: describeEvent('Case opened', 'The buyer has opened a case.'),
  case_withdrawal: describeEvent(
    'Withdrawal from the contract',
    'The buyer has withdrawn from the contract.',
  ),
  case_message: describeEvent('Message in a case', 'There is a new message.'),
  case_messages: {
    ...CASE,
    title: 'Several messages in a case',
    placeholders: {
      ...PLACEHOLDERS,
      count: { label: 'Number of messages', sample: '3', isRequired: true },
    },
    standard: {
      subject: 'Case about order {{order}}: there are {{count}} new messages',
      heading: 'There are {{count}} new messages.',
      text: ABOUT,
    },
  },
  case_propose: describeEvent('Proposal in a case', 'There is a new proposal.'),
  case_accept: describeEvent('Proposal accepted', 'The proposal was accepted.'),
  case_escalate: describeEvent('Decision requested', 'The marketplace has been asked to decide.'),
  case_withdraw: describeEvent('Case withdrawn', 'The buyer has withdrawn the case.'),
  case_send_back: describeEvent('Return sent', 'The items are on their way back.'),
  case_receive_back: describeEvent('Return received', 'The returned items have arrived.'),
  case_rule: describeEvent('Case decided', 'The marketplace has decided.'),
  case_lapse: describeEvent('Return not sent in time', 'The items weren’t sent back in time.'),
  case_stand: describeEvent(
    'Proposal not answered in time',
    'Nobody answered in time, so the proposal applies.',
  ),
  case_close: describeEvent(
    'Case not decided in time',
    'Nobody decided in time, so the earlier outcome applies.',
  ),
  return_label: {
    ...CASE,
    to: 'Shoppers',
    title: 'Return label',
    action: 'Print your label',
    standard: {
      subject: 'Return of order {{order}}: your label is ready',
      heading: 'Your return label is ready.',
      text: ABOUT,
    },
  },
  return_address: {
    ...CASE,
    to: 'Shoppers',
    title: 'Return address',
    action: 'See your return',
    standard: {
      subject: 'Return of order {{order}}: where to send it',
      heading: 'Here is where to send your return.',
      text: ABOUT,
    },
  },
  case_waiting: {
    ...CASE,
    to: 'Operators',
    title: 'Case waiting for a decision',
    facts: 'none',
    standard: {
      subject: 'Reminder: case about order {{order}} waits for a decision',
      heading: 'A case waits for a decision.',
      text: ABOUT,
    },
  },
} as const satisfies Readonly<Record<string, EmailTemplate>>
