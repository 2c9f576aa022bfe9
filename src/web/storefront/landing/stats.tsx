import { useEffect, useState } from 'react'
import { CLAIMS } from '#web/content/claims.ts'

/** The bar beside the figures is decoration: it stands at 13 and goes to 66 after half a second (LAND-24). */
const BAR = { from: 13, to: 66, afterMs: 500 } as const

/** The shop's figures, which are advertising copy and never counted (LAND-17, CLAIM-01 to CLAIM-06). */
export function Stats() {
  return (
    <section aria-labelledby="stats" className="page-width py-16 md:py-24">
      <div className="grid gap-12 lg:grid-cols-[1fr_2fr] lg:gap-20">
        <div>
          <h2 id="stats" className="text-2xl">
            A trade built on trust
          </h2>
          <p className="mt-4 max-w-prose text-ink-soft">{CLAIMS.verified}.</p>
          <div className="mt-8 max-w-sm">
            <p className="text-sm">
              <span className="font-display text-lg">{CLAIMS.addedToday.figure}</span>{' '}
              {CLAIMS.addedToday.label}
            </p>
            <GrowingBar />
          </div>
        </div>
        <dl className="grid grid-cols-2 gap-x-8 gap-y-10 border-t border-line pt-10 lg:border-t-0 lg:border-l lg:pt-0 lg:pl-20">
          {CLAIMS.stats.map(({ figure, label }) => (
            <div key={label} className="flex flex-col-reverse">
              <dt className="mt-2 text-sm text-ink-soft">{label}</dt>
              <dd className="font-display text-3xl tracking-tight">{figure}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}

function GrowingBar() {
  const [value, setValue] = useState<number>(BAR.from)
  useEffect(() => {
    const timer = setTimeout(() => setValue(BAR.to), BAR.afterMs)
    return () => clearTimeout(timer)
  }, [])
  return <progress aria-hidden="true" value={value} max={100} className="fine-bar mt-3" />
}
