import { z } from '@hono/zod-openapi'
import { toSingleLine } from '#core/text/normalize-text.ts'

/** The kinds of promotions that operators run for a time. */
export const PROMOTION_KINDS = ['announcement', 'campaign', 'featured_supplier'] as const
export type PromotionKind = (typeof PROMOTION_KINDS)[number]

/** The audiences of an announcement: all visitors on every page, or vendors or suppliers in their console. */
export const AUDIENCES = ['everyone', 'vendors', 'suppliers'] as const
export type Audience = (typeof AUDIENCES)[number]

/** The pictures that a campaign’s banner can have. */
const BANNER_PICTURES = ['emerald', 'blush'] as const

/** The orders that a column of the home page can have; `deals` are products on offer, the largest discount first. */
export const COLUMN_SORTS = ['popular', 'newest', 'deals'] as const

const Line = (max: number) => z.string().overwrite(toSingleLine).max(max)

/** A button or link to a page of this shop: an external URL would lead shoppers away. */
const PageLink = z
  .object({
    label: Line(40).min(1, 'Enter the text of the link.'),
    path: z
      .string()
      .trim()
      .max(300)
      .regex(/^\/(?![/\\])[^\s\\<>"]*$/, 'Enter the address of a page of this shop. It begins with one “/”.'),
  })
  .openapi('PageLink')

const DATES = {
  startsAt: z.iso.datetime(),
  /** Null if it has no end. */
  endsAt: z.iso.datetime().nullable(),
}

/** The input of a promotion, by its kind. */
export const PromotionInput = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('announcement'),
    title: Line(160).min(3, 'Enter the announcement.'),
    link: PageLink.nullable(),
    audience: z.enum(AUDIENCES),
    ...DATES,
  }),
  z.object({
    kind: z.literal('campaign'),
    title: Line(60).min(3, 'Enter a title.'),
    text: Line(120),
    link: PageLink,
    picture: z.enum(BANNER_PICTURES),
    ...DATES,
  }),
  z.object({ kind: z.literal('featured_supplier'), supplier: z.string().max(100), ...DATES }),
])
export type PromotionInputData = z.output<typeof PromotionInput>

/** A promotion as operators see it; `state` depends on the current time. */
export const Promotion = z
  .object({
    id: z.string(),
    kind: z.enum(PROMOTION_KINDS),
    state: z.enum(['running', 'scheduled', 'ended']),
    title: z.string(),
    text: z.string(),
    link: z.object({ label: z.string(), path: z.string() }).nullable(),
    audience: z.enum(AUDIENCES),
    picture: z.enum(BANNER_PICTURES).nullable(),
    supplier: z.object({ id: z.string(), name: z.string(), isListed: z.boolean() }).nullable(),
    startsAt: z.string(),
    endsAt: z.string().nullable(),
    version: z.number(),
  })
  .openapi('Promotion')

/** A campaign as shoppers see it. */
export const Campaign = z
  .object({
    id: z.string(),
    title: z.string(),
    text: z.string(),
    link: z.object({ label: z.string(), path: z.string() }),
    picture: z.enum(BANNER_PICTURES),
    endsAt: z.string().nullable(),
  })
  .openapi('Campaign')

/** An announcement as visitors see it. */
export const Announcement = z
  .object({
    id: z.string(),
    text: z.string(),
    link: z.object({ label: z.string(), path: z.string() }).nullable(),
  })
  .openapi('Announcement')

/** A column of products on the home page. */
export const HomeColumn = z
  .object({ title: Line(40).min(1, 'Enter a title.'), sort: z.enum(COLUMN_SORTS) })
  .openapi('HomeColumn')
export type HomeColumnData = z.output<typeof HomeColumn>
