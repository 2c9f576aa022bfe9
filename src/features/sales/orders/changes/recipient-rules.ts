/** The recipient of a supplier order and the address, as its purchase has it. */
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

/** Returns the recipient that a purchase or a delivery names. */
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
