/** The recipient and address of a supplier order, with the fields of its purchase. */
export type Recipient = Readonly<Record<(typeof FIELDS)[number], string>>

const FIELDS = [
  'firstName',
  'lastName',
  'phone',
  'country',
  'blockNumber',
  'streetAddress',
  'unitNumber',
  'buildingName',
  'address2',
  'city',
  'state',
  'postcode',
] as const

/** Returns the recipient of a purchase or a delivery. */
export function toRecipient(of: Recipient): Recipient {
  return Object.fromEntries(FIELDS.map((field) => [field, of[field]])) as Record<
    (typeof FIELDS)[number],
    string
  >
}

/** Returns whether two recipients are the same. */
export function isSameRecipient(one: Recipient, other: Recipient): boolean {
  return FIELDS.every((field) => one[field] === other[field])
}
