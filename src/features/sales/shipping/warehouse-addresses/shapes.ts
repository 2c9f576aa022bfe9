/** The purposes of a warehouse's address: handing parcels over, or taking returns. */
export const ADDRESS_PURPOSES = ['sender', 'returns'] as const

export type AddressPurpose = (typeof ADDRESS_PURPOSES)[number]

/** Who can pay for sending items back. */
export const RETURN_PAYERS = ['buyer', 'supplier'] as const

export type ReturnPayer = (typeof RETURN_PAYERS)[number]
