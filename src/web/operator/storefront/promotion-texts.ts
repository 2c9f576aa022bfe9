import type { AnswerTo, InputOf } from '#web/app/calls/endpoints.ts'
import type { StatusTone } from '#web/console/parts/status.tsx'
import { OPERATOR } from '../console/addresses.ts'

/** A promotion in the operators' list. */
export type Promotion = AnswerTo<'GET /operator/promotions'>['promotions'][number]

/** The input of a promotion. */
export type PromotionInput = InputOf<'POST /operator/promotions'>['body']

export type PromotionKind = Promotion['kind']

type KindTexts = Readonly<{
  title: string
  href: string
  about: string
  add: string
  edit: string
  remove: string
  empty: Readonly<{ title: string; text: string }>
}>

/** The texts of the page of each kind. */
export const KIND_TEXTS: Readonly<Record<PromotionKind, KindTexts>> = {
  campaign: {
    title: 'Campaigns',
    href: OPERATOR.campaigns,
    about:
      'Banners under “Special Offers” on the marketplace. The four newest active ones are shown. If none is active, shoppers see the two Summer Sale banners.',
    add: 'Add campaign',
    edit: 'Edit campaign',
    remove: 'Remove this campaign?',
    empty: {
      title: 'No campaigns yet',
      text: 'Add one with its dates. It starts and ends automatically.',
    },
  },
  announcement: {
    title: 'Announcements',
    href: OPERATOR.announcements,
    about:
      'A line above every page, or in the consoles of vendors or suppliers. The four newest active ones are shown.',
    add: 'Add announcement',
    edit: 'Edit announcement',
    remove: 'Remove this announcement?',
    empty: {
      title: 'No announcements yet',
      text: 'Share news with everyone, vendors or suppliers for a set period.',
    },
  },
  featured_supplier: {
    title: 'Featured suppliers',
    href: OPERATOR.featuredSuppliers,
    about:
      'Shown first under “Featured Suppliers”. Free slots go to the best-rated suppliers. Suppliers are shown while they’re verified and have products.',
    add: 'Feature a supplier',
    edit: 'Edit featured supplier',
    remove: 'Stop featuring this supplier?',
    empty: {
      title: 'No chosen suppliers',
      text: 'The four best-rated suppliers are shown until you feature others.',
    },
  },
}

/** The labels and tones of a promotion's states. */
export const STATE_TEXTS: Readonly<
  Record<Promotion['state'], Readonly<{ label: string; tone: StatusTone }>>
> = {
  running: { label: 'Running', tone: 'good' },
  scheduled: { label: 'Scheduled', tone: 'wait' },
  ended: { label: 'Ended', tone: 'plain' },
}

/** The labels of an announcement's readers. */
export const AUDIENCE_TEXTS: Readonly<Record<Promotion['audience'], string>> = {
  everyone: 'Everyone, on every page',
  vendors: 'Vendors, in their console',
  suppliers: 'Suppliers, in their console',
}

/** The pictures of banners. */
export const PICTURE_TEXTS = { emerald: 'Emerald', blush: 'Blush' } as const
