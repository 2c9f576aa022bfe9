import type { ReactNode } from 'react'
import { ButtonLink } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'

/** The steps of vendor onboarding, in their order (VONB-02). */
const STEPS = [
  { href: '/v-onboard-one', label: 'Store Connection' },
  { href: '/v-onboard-two', label: 'Product Selection' },
  { href: '/v-onboard-three', label: 'Sync Products' },
] as const

/** The links of a step. A hidden back link is in the page but not visible (VONB-05). */
export type StepLinks = Readonly<{ back: string; isBackHidden?: boolean; next?: string; action?: ReactNode }>

/** Renders a step of vendor onboarding: introduction, progress, content, back and next. */
export function VendorFrame(props: {
  step: 1 | 2 | 3
  title: string
  text: string
  ways: StepLinks
  children: ReactNode
}) {
  const { step, title, text, ways, children } = props
  return (
    <div className="page-width py-10 md:py-16">
      <h1 className="text-2xl">Become a Vendor Today</h1>
      <StepList current={step} />
      <section aria-labelledby="step-title" className="mt-10 md:mt-14">
        <h2 id="step-title" className="text-xl">
          {title}
        </h2>
        <p className="mt-3 max-w-prose text-ink-soft">{text}</p>
        <div className="mt-8">{children}</div>
      </section>
      <StepNavigation {...ways} />
    </div>
  )
}

function StepList({ current }: { current: number }) {
  return (
    <nav aria-label="Steps" className="mt-8">
      <ol className="grid gap-2 sm:grid-cols-3 sm:gap-6">
        {STEPS.map(({ href, label }, index) => {
          const isCurrent = index + 1 === current
          return (
            <li key={href}>
              <Link
                href={href}
                aria-current={isCurrent ? 'step' : undefined}
                className="flex items-baseline gap-3 border-t-2 border-line py-3 text-ink-soft no-underline hover:border-ink hover:text-ink aria-[current=step]:border-accent aria-[current=step]:text-ink"
              >
                <span className="font-display text-lg tabular-nums">{`0${index + 1} `}</span>
                <span className="text-sm">{label}</span>
              </Link>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

function StepNavigation({ back, isBackHidden = false, next, action }: StepLinks) {
  return (
    <div className="mt-10 flex flex-wrap items-center justify-between gap-4 border-t border-line pt-6">
      <ButtonLink href={back} variant="outline" hidden={isBackHidden}>
        Back
      </ButtonLink>
      <div className="ml-auto flex flex-wrap gap-3">
        {action}
        {next && <ButtonLink href={next}>Continue</ButtonLink>}
      </div>
    </div>
  )
}
