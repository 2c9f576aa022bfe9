import type { EmailTextName } from '#core/emails/texts/email-texts.ts'

const REASON = 'The reason: Out of stock.'
const MESSAGE = 'The words of a message appear here.'
const SUPPLIERS_TURN =
  'The workshop is asked to answer by 4 Dec 2026. If it doesn’t, the buyer’s proposal applies.'
const BUYERS_TURN =
  'The buyer is asked to answer by 4 Dec 2026. If they don’t, the workshop’s proposal applies.'
const OPERATORS_TURN =
  'The marketplace will review it and decide by 4 Dec 2026. Otherwise, $99.00 will be refunded.'
const SEND_BACK = '$99.00 will be refunded once the items are returned. Please send them by 4 Dec 2026.'
const CONFIRM_RETURN =
  'Confirm when the items have arrived by 4 Dec 2026. If you don’t, they count as arrived.'
const CLOSED = 'The case is closed. $99.00 will be refunded.'
const SEND_TO = 'Send the items to: Kobe Pearl Works, 1 Harbour Street, 650-0042 Kobe, Japan.'
const COLLECTION = [
  'Where and when: Monday to Friday, 10:00 to 18:00 (Kobe).',
  'Show the code below when you collect them. It confirms that you received them, so don’t share it before.',
  'If you have already collected them, confirm it on your order page.',
]
const NEXT_PAYOUT =
  'The money is still yours and will be included in the next payout. Check that your bank details, •••• 6789, are correct.'
const RESPOND_BY = 'Respond at Stripe by 4 Dec 2026. A dispute without a response is lost.'

/** Sample lines that the shop adds below a text, such as a message or a deadline, by email. */
export const SAMPLE_LINES: Readonly<Partial<Record<EmailTextName, readonly string[]>>> = {
  order_confirmed: ['We’ll email you when a parcel is on its way. Follow its progress with the link below.'],
  order_shipped: ['More items follow in another parcel. We’ll email you then.'],
  order_delivered: ['Something missing or wrong? Open your order and tell us within 30 days.'],
  order_collected: ['Not collected, or is something wrong? Open your order and tell us within 30 days.'],
  order_cancelled: [REASON],
  supplier_order_cancelled: [REASON],
  cancellation_requested: [REASON],
  cancellation_declined: [REASON, 'You can return items once they arrive, under the return policy.'],
  cancellation_withdrawn: [REASON],
  ready_to_collect: COLLECTION,
  collection_reminder: COLLECTION,
  unanswered_order: ['We have reminded the supplier at orders@kobe-pearl.example.'],
  address_change_declined: [REASON],
  items_change_declined: [REASON],
  vendor_not_sent: [
    REASON,
    'We refunded $99.00 to your original payment method.',
    'Order the items again, replace them, or cancel them in your store and refund your customer there.',
  ],
  vendor_cancellation_declined: [REASON],
  vendor_suspended: ['The reason:'],
  vendor_active: ['Our note:'],
  case_open: [MESSAGE, 'Proposed refund: $99.00.', SUPPLIERS_TURN],
  case_withdrawal: [
    MESSAGE,
    'Received on 27 Nov 2026, 10:00 UTC. It needs no approval.',
    'Refund: $99.00, after the items are returned.',
    SEND_BACK,
  ],
  case_message: [MESSAGE, SUPPLIERS_TURN],
  case_messages: [MESSAGE, MESSAGE, 'Photos were added.', SUPPLIERS_TURN],
  case_propose: [MESSAGE, 'Proposed refund: $99.00.', BUYERS_TURN],
  case_accept: [CLOSED],
  case_escalate: [MESSAGE, OPERATORS_TURN],
  case_withdraw: ['The case is closed.'],
  case_send_back: [CONFIRM_RETURN],
  case_receive_back: [CLOSED],
  case_rule: [MESSAGE, 'Decided refund: $99.00.', CLOSED],
  case_lapse: ['The case is closed.'],
  case_stand: [CLOSED],
  case_close: ['The case is closed.'],
  case_waiting: [OPERATORS_TURN],
  return_label: [
    'Print the label, stick it on the parcel and hand it to the carrier.',
    'The store pays for it.',
  ],
  return_address: [SEND_TO, 'The store pays for the return.'],
  refund_sent: [
    'It goes back to your original payment method. Depending on your bank, this takes a few days.',
    REASON,
  ],
  supplier_order_refunded: [
    'Your share is deducted from your earnings, and its commission is returned to you. Any amount already paid out is deducted from your next payout.',
    REASON,
  ],
  manual_refund: [
    'First check the provider’s dashboard: it may have been refunded after all. Then pay it there or by bank and record how, or retry it.',
  ],
  dispute_inquiry: [RESPOND_BY],
  dispute_chargeback: [RESPOND_BY],
  chargeback: [
    '$84.15 of it is deducted from your earnings. We’ll respond to the bank. If it returns the money, you get your share back.',
  ],
  dispute_won: ['$84.15 of it was deducted from your earnings and is yours again.'],
  payout_sent: ['Our bank sends it on 4 Dec 2026. It can take a few working days to arrive.'],
  payout_failed: [NEXT_PAYOUT],
  payout_returned: [NEXT_PAYOUT],
  password_changed: ['If this wasn’t you, request a link to this address and set a new password now.'],
  recovery_code_used: ['Create new recovery codes before you run out of them.'],
  label_not_refunded: [
    'We requested a refund, and the carrier declined it.',
    'The cost of $12.40 stays charged to you: it is deducted from your balance or your next payout, and listed on the statement.',
    'Carriers decline refunds for parcels they have scanned, or when the request comes too late. If you think this is wrong, contact us.',
  ],
  team_invitation: [
    'Sign in with the account of this email address, or create one. The link expires in seven days.',
  ],
  webhook_paused: [
    'Once it works again, resume it under API and webhooks in your dashboard, and replay the deliveries that failed.',
  ],
  message_received: ['We also sent your message to Kobe Pearl Works.'],
  chat_message_removed: ['Reason: Against the rules of the marketplace.'],
  new_order: ['The customer chose Economy, 15-25 days. Hand the parcel over by Friday 4 December 2026.'],
}
