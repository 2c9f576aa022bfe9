import type { EmailTemplate } from './email-template.ts'

const ORDER = { label: 'Order number', sample: '1042', isRequired: true } as const
const SUPPLIER = { label: 'Name of the supplier', sample: 'Kobe Pearl Works' } as const
const PLACEHOLDERS = { order: ORDER, supplier: SUPPLIER } as const

const VENDORS = { to: 'Vendors', facts: 'link', action: 'View order', closing: [] } as const

const SUPPLIERS = {
  to: 'Suppliers',
  facts: 'items',
  action: 'View order',
  closing: ['Your reference: so_…'],
  placeholders: { order: ORDER },
} as const

function tellDeliveryIssue(title: string, subject: string, matter: string) {
  return {
    ...VENDORS,
    title,
    placeholders: PLACEHOLDERS,
    standard: {
      subject: `Order {{order}}: ${subject}`,
      heading: 'A parcel of order {{order}} may not arrive',
      text: `${matter} It’s from {{supplier}}. We’ve told the supplier.\n\nIf your customer didn’t receive it, report a problem on the order’s page to get a refund.`,
    },
  }
}

const REQUEST_TEXT = 'Let us know if you can still do that. Until you answer, the order stays unchanged.'

/** The emails to vendors, and to suppliers about changes of vendors' orders. */
export const VENDOR_TEXTS = {
  vendor_not_sent: {
    ...VENDORS,
    title: 'Items not sent',
    facts: 'items',
    action: 'Decide',
    placeholders: {
      ...PLACEHOLDERS,
      items: { label: 'Number of items', sample: '2 items', isRequired: true },
      store: { label: 'Name of the connected store', sample: 'Harbour Jewels' },
    },
    standard: {
      subject: 'Order {{order}}: {{items}} won’t be sent',
      heading: '{{items}} of order {{order}} won’t be sent',
      text: '{{supplier}} won’t send {{items}} of order {{order}} of {{store}}.',
    },
  },
  vendor_cancellation_declined: {
    ...VENDORS,
    title: 'Cancellation declined',
    placeholders: PLACEHOLDERS,
    standard: {
      subject: 'Order {{order}} couldn’t be cancelled',
      heading: 'Order {{order}} couldn’t be cancelled',
      text: 'You asked to cancel the items of {{supplier}} in order {{order}}. That was no longer possible, so they will ship.',
    },
  },
  vendor_never_left: tellDeliveryIssue(
    'Not handed to the carrier',
    'the carrier hasn’t got the parcel',
    'The carrier hasn’t received the parcel yet.',
  ),
  vendor_coming_back: tellDeliveryIssue(
    'Coming back',
    'a parcel is coming back',
    'The carrier reports that the parcel is on its way back.',
  ),
  vendor_overdue: tellDeliveryIssue(
    'Overdue',
    'a parcel is overdue',
    'The carrier reports that the parcel is still on its way after 60 days.',
  ),
  address_change_declined: {
    ...VENDORS,
    title: 'Change of address declined',
    placeholders: PLACEHOLDERS,
    standard: {
      subject: 'Order {{order}}: the address couldn’t be changed',
      heading: 'A change of order {{order}} came too late',
      text: '{{supplier}} can’t send it to the new address. It ships to the old one. Let your customer know.',
    },
  },
  items_change_declined: {
    ...VENDORS,
    title: 'Change of items declined',
    facts: 'items',
    placeholders: PLACEHOLDERS,
    standard: {
      subject: 'Order {{order}}: the items couldn’t be changed',
      heading: 'A change of order {{order}} came too late',
      text: '{{supplier}} will ship the items that were removed in your store. You can ask your customer to return them.',
    },
  },
  vendor_suspended: {
    ...VENDORS,
    title: 'Vendor suspended',
    facts: 'quote',
    action: 'Contact support',
    placeholders: {},
    closing: ['Contact us if you think this is a mistake. We’ll email you when the suspension is lifted.'],
    standard: {
      subject: 'Your vendor account is suspended',
      heading: 'Your vendor account is suspended',
      text: 'Your listings are shown as sold out in your stores, and new orders are on hold. Orders that suppliers already have continue as usual, and the money in your wallet stays yours.',
    },
  },
  vendor_active: {
    ...VENDORS,
    title: 'Suspension lifted',
    facts: 'quote',
    action: 'Open your orders',
    placeholders: {},
    standard: {
      subject: 'Your vendor account is active again',
      heading: 'Your vendor account is active again',
      text: 'Your listings are back on sale in your stores, and orders on hold resume.',
    },
  },
  order_address_changed: {
    ...SUPPLIERS,
    title: 'New address of an order',
    standard: {
      subject: 'New address: order {{order}}',
      heading: 'The address of an order has changed',
      text: 'Please ship order {{order}} to this address.',
    },
  },
  address_change_requested: {
    ...SUPPLIERS,
    title: 'Change of address requested',
    standard: {
      subject: 'Change request: order {{order}}',
      heading: 'Can you still change the address of an order?',
      text: `The customer of order {{order}} has changed the address. ${REQUEST_TEXT}`,
    },
  },
  items_change_requested: {
    ...SUPPLIERS,
    title: 'Change of items requested',
    standard: {
      subject: 'Change request: order {{order}}',
      heading: 'Can you still change items of an order?',
      text: `The customer of order {{order}} has changed items. ${REQUEST_TEXT}`,
    },
  },
} as const satisfies Readonly<Record<string, EmailTemplate>>
