import { BadgeCheck, Headset, ShieldCheck, Truck } from 'lucide-react'
import { assurances } from '#web/content/product-copy.ts'
import type { AssuranceIcon } from '#web/content/product-copy.ts'
import { useShippingRules } from '#web/shared/product/use-shipping-rules.ts'

const ICONS = {
  quality: BadgeCheck,
  warranty: ShieldCheck,
  shipping: Truck,
  support: Headset,
} as const satisfies Record<AssuranceIcon, unknown>

/** The four assurances that stand under every piece. */
export function Assurances() {
  const { rules } = useShippingRules()
  return (
    <ul className="grid grid-cols-2 border-y border-line lg:grid-cols-4">
      {assurances(rules).map((assurance) => {
        const Icon = ICONS[assurance.icon]
        return (
          <li key={assurance.name} className="flex items-start gap-3 py-6 pe-4">
            <Icon aria-hidden="true" className="size-6 shrink-0 text-gold" strokeWidth={1.25} />
            <div>
              <p className="text-sm font-medium">{assurance.name}</p>
              <p className="text-xs text-ink-soft">{assurance.note}</p>
            </div>
          </li>
        )
      })}
    </ul>
  )
}
