import { z } from '@hono/zod-openapi'
import { HOUR, MINUTE } from '#core/time.ts'
import { SETTING_FIELDS, Version } from '#features/identity/settings/contract.ts'
import { endpoint, PUBLIC_READ, type Limit } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'
import {
  Announcement,
  AUDIENCES,
  Campaign,
  HomeColumn,
  Promotion,
  PROMOTION_KINDS,
  PromotionInput,
} from './shapes.ts'

const READ_LIMIT: Limit = { calls: 120, windowMs: MINUTE, counted: 'in_memory' }
const WRITE_LIMIT: Limit = { calls: 120, windowMs: HOUR, scope: 'account' }
const PromotionParams = z.object({ id: z.string().max(100) })

export const getStorefront = endpoint({
  method: 'GET',
  path: '/shop/getStorefront',
  summary: 'Returns the current columns of the home page and the active offer campaigns',
  ...PUBLIC_READ,
  answer: Envelope.extend({ columns: z.array(HomeColumn), campaigns: z.array(Campaign) }),
})

export const listAnnouncements = endpoint({
  method: 'GET',
  path: '/announcements',
  summary: 'Lists the active announcements for an audience, newest first',
  ...PUBLIC_READ,
  query: z.object({ audience: z.enum(AUDIENCES) }),
  answer: Envelope.extend({ announcements: z.array(Announcement) }),
})

export const listPromotions = endpoint({
  method: 'GET',
  path: '/operator/promotions',
  summary:
    'Lists announcements, offer campaigns or featured suppliers: active, then upcoming, then ended ones',
  access: { operator: 'products:read' },
  query: z.object({ kind: z.enum(PROMOTION_KINDS) }),
  answer: Envelope.extend({ promotions: z.array(Promotion) }),
  limit: READ_LIMIT,
})

export const createPromotion = endpoint({
  method: 'POST',
  path: '/operator/promotions',
  summary:
    'Adds an announcement, an offer campaign or a featured supplier, which starts and ends on its dates',
  access: { operator: 'products:write' },
  body: PromotionInput,
  answer: Envelope.extend({ id: z.string() }),
  refusals: ['ends_before_start', 'supplier_not_found'],
  limit: WRITE_LIMIT,
})

export const changePromotion = endpoint({
  method: 'POST',
  path: '/operator/promotions/{id}',
  summary: 'Changes an announcement, an offer campaign or a featured supplier, but not its kind',
  access: { operator: 'products:write' },
  params: PromotionParams,
  body: z.object({ promotion: PromotionInput, version: Version }),
  answer: Envelope,
  refusals: ['promotion_not_found', 'changed_meanwhile', 'ends_before_start', 'supplier_not_found'],
  limit: WRITE_LIMIT,
})

export const removePromotion = endpoint({
  method: 'POST',
  path: '/operator/promotions/{id}/remove',
  summary:
    'Removes an announcement, an offer campaign or a featured supplier immediately; the audit log keeps its content',
  access: { operator: 'products:write' },
  params: PromotionParams,
  answer: Envelope,
  refusals: ['promotion_not_found'],
  limit: WRITE_LIMIT,
})

export const readHomeColumns = endpoint({
  method: 'GET',
  path: '/operator/settings/home-columns',
  summary: 'Returns the product columns of the home page, and their changes',
  access: { operator: 'products:read' },
  answer: Envelope.extend({ columns: z.array(HomeColumn), ...SETTING_FIELDS }),
  limit: READ_LIMIT,
})

export const saveHomeColumns = endpoint({
  method: 'POST',
  path: '/operator/settings/home-columns',
  summary: 'Changes the columns of products on the home page: one to three, each with a title and an order',
  access: { operator: 'products:write' },
  body: z.object({ columns: z.array(HomeColumn).min(1).max(3), version: Version }),
  answer: Envelope,
  refusals: ['changed_meanwhile', 'columns_alike'],
  limit: WRITE_LIMIT,
})

export type PromotionData = z.input<typeof Promotion>
export type CampaignData = z.input<typeof Campaign>
export type AnnouncementData = z.input<typeof Announcement>

export type { HomeColumnData } from './shapes.ts'
