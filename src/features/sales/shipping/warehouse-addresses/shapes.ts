/** The purposes of a warehouse's address: handing parcels over, or taking returns. */
export const ADDRESS_PURPOSES = ['sender', 'returns'] as const

/** One of these. */
export type AddressPurpose = (typeof ADDRESS_PURPOSES)[number]

/** Who can pay for sending items back. */
export const RETURN_PAYERS = ['buyer', 'supplier'] as const

/** One of these. */
export type ReturnPayer = (typeof RETURN_PAYERS)[number]
