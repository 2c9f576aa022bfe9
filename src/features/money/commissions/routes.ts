import type { CommissionSettings } from '#platform/config/payout-settings.ts'
import { SHOP_CURRENCY, toDecimal } from '#core/money.ts'
import { MAX_SHOWN } from '#core/shown-rows.ts'
import { ok, route, type Route } from '#platform/http/calls/route.ts'
import * as contract from './contract.ts'
import { listCategoryNames, listRules, type RuleRow } from './queries.ts'
import { findRuleState } from './rules.ts'
import { previewRule } from './preview-rule.ts'
import { findCurrentRate, saveRule } from './service.ts'

/** Returns the operators' routes of commissions; `settings` applies where no rule does. */
export function commissionRoutes(settings: CommissionSettings): Route[] {
  return [
    route(contract.listCommissionRules, async (_input, { db, now }) => {
      const found = await listRules(db, MAX_SHOWN.commissionRules)
      const rules = found.map((rule) => ({ ...toRuleView(rule), state: findRuleState(rule, found, now) }))
      const { bps, shippingBps, taxBps } = settings
      const percents = {
        standardPercent: bps / 100,
        shippingPercent: shippingBps / 100,
        taxPercent: taxBps / 100,
      }
      return ok('Commissions', { rules, ...percents, categories: await listCategoryNames(db) })
    }),
    route(contract.saveCommissionRule, async ({ body }, { db, actor, now }) => {
      const { supplier, category, channel, percent, validFrom } = body
      const bps = percent === null ? null : Math.round(percent * 100)
      const from = validFrom === undefined ? undefined : new Date(validFrom)
      const rule = { supplier, category, channel, bps, validFrom: from }
      const id = await saveRule(db, rule, { by: actor.id, now })
      return ok('The rule has been saved.', { id })
    }),
    route(contract.previewCommissionRule, async ({ body }, { db, now }) => {
      const { percent, ...scope } = body
      const rule = { ...scope, bps: percent === null ? null : Math.round(percent * 100) }
      const { days, orders, ...amounts } = await previewRule(db, rule, { standard: settings.bps, now })
      const preview = {
        days,
        currency: SHOP_CURRENCY,
        orders,
        sales: toDecimal(amounts.sales),
        commission: toDecimal(amounts.commission),
        newCommission: toDecimal(amounts.newCommission),
      }
      return ok('What the rule would have changed', { preview })
    }),
    route(contract.readCommissionRate, async ({ query }, { db, now }) => {
      const bps = await findCurrentRate(db, query, { standard: settings.bps, now })
      return ok('Commission', { percent: bps / 100 })
    }),
  ]
}

function toRuleView({ publicId, supplierPublicId, supplierName, ...rule }: RuleRow) {
  const { category, channel, bps, validFrom, createdAt } = rule
  return {
    id: publicId,
    supplier: supplierPublicId && supplierName ? { id: supplierPublicId, name: supplierName } : null,
    category,
    channel,
    percent: bps === null ? null : bps / 100,
    validFrom: validFrom.toISOString(),
    createdAt: createdAt.toISOString(),
  }
}
