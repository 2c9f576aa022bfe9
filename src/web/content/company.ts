/** Where the operator is found: the footer's addresses. */
export const COMPANY = {
  headOffice: ['Cabochon Pte. Ltd.', '68 Circular Road, #02-01', 'Singapore 049422'],
  /** The same place for programs; the country is ISO 3166 alpha-2. */
  address: { city: 'Singapore', postcode: '049422', country: 'SG' },
  supportEmail: 'support@cabochon.example',
  phone: { shown: '+65 6123 4567', dialled: '+6561234567' },
  parent: 'Facet and Bezel Group',
  socials: [
    { name: 'Facebook', href: 'https://www.facebook.com/' },
    { name: 'Instagram', href: 'https://www.instagram.com/' },
    { name: 'LinkedIn', href: 'https://www.linkedin.com/' },
    { name: 'X', href: 'https://x.com/' },
  ],
} as const
