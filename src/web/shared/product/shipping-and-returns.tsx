import { policySections } from '#web/content/policies.ts'
import { useShippingRules } from './use-shipping-rules.ts'

/** The shop's promises about shipping and returns (POLICY-08), for the country that the shopper has chosen. */
export function ShippingAndReturns() {
  const { rules, elsewhere } = useShippingRules()
  return (
    <section aria-labelledby="shipping-and-returns">
      <h2 id="shipping-and-returns" className="text-xl">
        Shipping and returns
      </h2>
      <div className="mt-6 grid gap-8 md:grid-cols-3 md:gap-12">
        {policySections(rules).map((part) => (
          <div key={part.heading}>
            <h3 className="font-sans text-sm font-medium tracking-normal">
              {elsewhere && part.heading === 'Shipping' ? `Shipping to ${elsewhere}` : part.heading}
            </h3>
            <ul className="mt-3 text-sm text-ink-soft">
              {part.texts.map((text) => (
                <li key={text} className="border-t border-line py-2.5">
                  {text}
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  )
}
