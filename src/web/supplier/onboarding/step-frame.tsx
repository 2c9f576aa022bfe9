import type { ReactNode } from 'react'
import { Link } from '#web/ui/link.tsx'
import { STEP_HREFS, STEP_LABELS, type StepNumber } from './steps.ts'

/** Renders a step of supplier onboarding: heading, progress, and introduction. */
export function StepFrame(props: { step: StepNumber; title: string; intro: ReactNode; children: ReactNode }) {
  const { step, title, intro, children } = props
  return (
    <div className="page-width pt-8 pb-16 md:pt-14 md:pb-24">
      <h1 className="text-2xl">Expand Your Reach</h1>
      <p className="mt-3 max-w-prose text-ink-soft">Sell to vendors and shoppers everywhere in four steps.</p>
      <StepList current={step} />
      <section aria-labelledby="step-title" className="mt-8 md:mt-12">
        <h2 id="step-title" className="text-xl">
          {title}
        </h2>
        <div className="mt-2 max-w-prose text-sm text-ink-soft">{intro}</div>
        <noscript>
          <p className="mt-6 max-w-prose rounded-md bg-mist px-5 py-4 text-sm">
            Saving needs JavaScript. Turn it on in your browser and reload the page.
          </p>
        </noscript>
        {children}
      </section>
    </div>
  )
}

function StepList({ current }: { current: StepNumber }) {
  return (
    <nav aria-label="Onboarding steps" className="mt-8">
      <p className="text-sm text-ink-soft tabular-nums md:hidden">
        Step {current} of {STEP_HREFS.length}: {STEP_LABELS[current - 1]}
      </p>
      <ol className="mt-3 grid grid-cols-4 gap-2 md:mt-0 md:gap-4">
        {STEP_HREFS.map((href, index) => {
          const isCurrent = index + 1 === current
          return (
            <li key={href}>
              <Link
                href={href}
                aria-current={isCurrent ? 'step' : undefined}
                className={`flex min-h-11 flex-col justify-end gap-2 border-b-2 pb-2 text-sm no-underline ${
                  index < current ? 'border-accent' : 'border-line hover:border-line-strong'
                } ${isCurrent ? 'font-medium text-ink' : 'text-ink-soft hover:text-ink'}`}
              >
                <span>
                  <span className="tabular-nums">0{index + 1}</span>
                  <span className="max-md:sr-only"> {STEP_LABELS[index]}</span>
                </span>
              </Link>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
