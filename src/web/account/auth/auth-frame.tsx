import { CLAIMS } from '#web/content/claims.ts'
import { hideFirstSteps, useOpenFirstSteps } from './sign-in/show-first-steps.ts'
import { useOpenSecondFactorDialog } from './second-factor/require-second-factor.ts'
import { useOpenTermsDialog } from './terms/require-terms-acceptance.ts'
import { type ReactNode, useEffect } from 'react'

/** The pictures beside the sign-in forms: square crops of the front page's scenes. */
type Scene = 'vendors' | 'suppliers' | 'benefits'

/**
 * Renders a sign-in page: a form, and on wide screens a picture beside it. `hasClaims` puts the advertised figures
 * under it.
 */
export function AuthFrame(props: {
  title: string
  intro: ReactNode
  scene: Scene
  hasClaims?: boolean
  children: ReactNode
}) {
  const { title, intro, scene, hasClaims = false, children } = props
  return (
    <div className="grid lg:grid-cols-2">
      <section className="order-2 flex flex-col justify-center px-5 py-10 sm:py-14 lg:px-12 lg:py-16">
        <div className="mx-auto w-full max-w-md">
          <h1 className="text-2xl">{title}</h1>
          <span aria-hidden="true" className="mt-5 block h-px w-12 bg-gold" />
          <div className="mt-5 text-ink-soft">{intro}</div>
          <noscript>
            <p className="mt-6 rounded-md bg-mist px-5 py-4 text-sm">
              This form needs JavaScript. Turn it on in your browser and reload the page.
            </p>
          </noscript>
          {children}
        </div>
      </section>
      <div className={`order-3 bg-stone lg:order-1 ${hasClaims ? '' : 'max-lg:hidden'}`}>
        {/* Sticks below the header, for forms of any length. */}
        <div className="lg:sticky lg:top-40.25 lg:flex lg:h-[calc(100dvh-10.0625rem)] lg:flex-col">
          <ScenePicture scene={scene} />
          {hasClaims && <Claims />}
        </div>
      </div>
      <FirstSteps />
    </div>
  )
}

/** Renders a picture over half of wide screens, a darker one in the dark theme; hidden ones are not fetched. */
function ScenePicture({ scene }: { scene: Scene }) {
  const file = `/landing/scene-${scene}`
  return (
    <div className="relative hidden min-h-0 flex-1 lg:block">
      <picture className="on-light">
        <source type="image/avif" srcSet={`${file}-640.avif 640w, ${file}-1000.avif 1000w`} sizes="50vw" />
        <img
          src={`${file}-640.webp`}
          alt=""
          width={1000}
          height={1000}
          loading="lazy"
          className="absolute inset-0 size-full object-cover"
        />
      </picture>
      <picture className="on-dark">
        <source
          type="image/avif"
          srcSet="/landing/hero-midnight-1280.avif 1280w, /landing/hero-midnight-1920.avif 1920w"
          sizes="100vw"
        />
        <img
          src="/landing/hero-midnight-1280.webp"
          alt=""
          width={1920}
          height={1080}
          loading="lazy"
          className="absolute inset-0 size-full object-cover object-left"
        />
      </picture>
    </div>
  )
}

/** Renders the advertised figures, which are copy and never counted (CLAIM-13). */
function Claims() {
  return (
    <dl className="grid grid-cols-3 gap-4 border-t border-line bg-mist px-5 py-7 text-center lg:px-10 lg:py-9">
      {CLAIMS.joining.map(({ figure, label }) => (
        <div key={label} className="flex flex-col-reverse justify-end gap-1">
          <dt className="text-xs text-ink-soft">{label}</dt>
          <dd className="font-display text-lg lg:text-xl">{figure}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Renders the dialogs after a sign-in over its page: new terms, then the first steps. */
function FirstSteps() {
  const firstSteps = useOpenFirstSteps()
  const question = useOpenTermsDialog()
  const secondFactor = useOpenSecondFactorDialog()
  useEffect(() => hideFirstSteps, [])
  if (secondFactor)
    return <secondFactor.Dialog challenge={secondFactor.challenge} onAnswer={secondFactor.onAnswer} />
  if (question) return <question.Dialog version={question.version} onAnswer={question.onAnswer} />
  return firstSteps && <firstSteps.Dialog user={firstSteps.user} onClosed={firstSteps.onClosed} />
}
