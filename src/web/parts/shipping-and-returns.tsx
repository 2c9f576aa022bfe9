import { POLICIES } from '#web/content/policies.ts'

/** The shop's promises about shipping and returns, word for word (POLICY-08). */
export function ShippingAndReturns() {
  return (
    <section aria-labelledby="shipping-and-returns">
      <h2 id="shipping-and-returns" className="text-xl">
        Shipping and returns
      </h2>
      <div className="mt-6 grid gap-8 md:grid-cols-3 md:gap-12">
        {POLICIES.map((part) => (
          <div key={part.heading}>
            <h3 className="font-sans text-sm font-medium tracking-normal">{part.heading}</h3>
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
