import { X } from 'lucide'
import { useState, type ReactNode } from 'react'
import { Badge } from '#web/ui/badge.tsx'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import { Button, ButtonLink, buttonClass, type ButtonSize, type ButtonVariant } from '#web/ui/button.tsx'
import { ChipLink } from '#web/ui/chip.tsx'
import { CloseButton } from '#web/ui/close-button.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { Checkbox, Field, Select, TextArea } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Link } from '#web/ui/link.tsx'
import { LiveRegion } from '#web/ui/live-region.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const VARIANTS: readonly ButtonVariant[] = ['primary', 'outline', 'quiet']
const SIZES: readonly ButtonSize[] = ['sm', 'md', 'lg']

/** Renders each component of `web/ui` in all its states, on the page's own background. */
export function UiView() {
  return (
    <div className="mx-auto max-w-screen-lg px-5 py-10">
      <Breadcrumb crumbs={[{ label: 'Home', href: '/' }, { label: 'Interface components' }]} />
      <h1 className="mt-6 text-2xl">Interface components</h1>
      <Colours />
      <Texts />
      <Buttons />
      <Fields />
      <Labels />
      <Overlays />
      <Waiting />
    </div>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="mt-10 border-t border-line pt-6">
      <h2 className="mb-5 text-lg">{title}</h2>
      {children}
    </section>
  )
}

/** Complete class names, because Tailwind generates styles for names found in the code. */
const COLOURS: readonly (readonly [name: string, className: string])[] = [
  ['paper', 'bg-paper'],
  ['sheet', 'bg-sheet'],
  ['mist', 'bg-mist'],
  ['stone', 'bg-stone'],
  ['ink', 'bg-ink'],
  ['ink-soft', 'bg-ink-soft'],
  ['line', 'bg-line'],
  ['line-strong', 'bg-line-strong'],
  ['accent', 'bg-accent'],
  ['accent-deep', 'bg-accent-deep'],
  ['accent-mist', 'bg-accent-mist'],
  ['gold', 'bg-gold'],
  ['danger', 'bg-danger'],
  ['danger-mist', 'bg-danger-mist'],
]

function Colours() {
  return (
    <Section title="Colours">
      <ul className="grid grid-cols-2 gap-4 sm:grid-cols-4 lg:grid-cols-7">
        {COLOURS.map(([name, className]) => (
          <li key={name} className="text-xs text-ink-soft">
            <span
              aria-hidden="true"
              className={`mb-1 block h-12 rounded-md border border-line ${className}`}
            />
            {name}
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Texts() {
  return (
    <Section title="Texts">
      <p className="font-display text-3xl">Display</p>
      <p className="mt-2 font-display text-2xl">Page heading</p>
      <p className="mt-2 font-display text-xl">Section heading</p>
      <p className="mt-2 text-lg">Lead</p>
      <p className="mt-2 text-base">Body text</p>
      <p className="mt-2 text-sm text-ink-soft">Secondary text</p>
      <p className="mt-2 text-xs text-ink-soft">Small print</p>
      <p className="mt-2 text-sm">
        <Link href="/marketplace" className="underline">
          A link in a text
        </Link>
      </p>
    </Section>
  )
}

function Buttons() {
  return (
    <Section title="Buttons">
      {VARIANTS.map((variant) => (
        <div key={variant} className="mb-4 flex flex-wrap items-center gap-3">
          {SIZES.map((size) => (
            <Button key={size} variant={variant} size={size}>
              {variant} {size}
            </Button>
          ))}
          <Button variant={variant} disabled>
            {variant} disabled
          </Button>
          <Button variant={variant} busy>
            {variant} busy
          </Button>
        </div>
      ))}
      <ButtonLink href="/marketplace" variant="outline">
        A link as a button
      </ButtonLink>
    </Section>
  )
}

function Fields() {
  return (
    <Section title="Fields">
      <div className="grid gap-5 md:grid-cols-2">
        <Field label="Empty" placeholder="Placeholder" />
        <Field label="With a hint" hint="Shown to your customers." defaultValue="Mei Tan" />
        <Field label="With an error" error="Enter a valid email address." defaultValue="mei@" />
        <Field label="Disabled" defaultValue="Can’t be changed" disabled />
        <Select label="Choice" defaultValue="SG">
          <option value="SG">Singapore</option>
          <option value="IT">Italy</option>
        </Select>
        <Select label="Choice with an error" error="Select a country." defaultValue="">
          <option value="">Select a country</option>
        </Select>
        <TextArea label="Several lines" rows={3} defaultValue="The clasp came off." />
        <div className="flex flex-col gap-3">
          <Checkbox label="Not ticked" />
          <Checkbox label="Ticked" defaultChecked />
          <Checkbox label="Disabled" disabled />
        </div>
      </div>
    </Section>
  )
}

function Labels() {
  return (
    <Section title="Badges, chips and icons">
      <div className="flex flex-wrap items-center gap-3">
        <Badge>Plain</Badge>
        <Badge tone="accent">Accent</Badge>
        <Badge tone="danger">Danger</Badge>
        <ChipLink href="/marketplace" isCurrent={false} count="42">
          Chip with a count
        </ChipLink>
        <ChipLink href="/dev/ui" isCurrent>
          Current chip
        </ChipLink>
        <Icon shapes={X} aria-hidden="true" className="size-5" strokeWidth={1.5} />
        <CloseButton onClose={() => undefined} />
      </div>
    </Section>
  )
}

function Overlays() {
  const [openSide, setOpenSide] = useState<'left' | 'right'>()
  const [message, setMessage] = useState('')
  return (
    <Section title="Overlays and messages">
      <div className="flex flex-wrap items-center gap-3">
        <Popover button="Open the popover" buttonClass={buttonClass({ variant: 'outline' })} sheetClass="p-5">
          {(close) => (
            <Button size="sm" onClick={close}>
              Close the popover
            </Button>
          )}
        </Popover>
        {(['left', 'right'] as const).map((side) => (
          <Button key={side} variant="outline" onClick={() => setOpenSide(side)}>
            Open the {side} drawer
          </Button>
        ))}
        <Button variant="outline" onClick={() => setMessage('Announced to screen readers only.')}>
          Announce to screen readers
        </Button>
        <LiveRegion message={message} />
      </div>
      {(['left', 'right'] as const).map((side) => (
        <Drawer
          key={side}
          isOpen={openSide === side}
          onClose={() => setOpenSide(undefined)}
          title={side === 'left' ? 'Left drawer' : 'Right drawer'}
          side={side}
        >
          <p>Its content.</p>
        </Drawer>
      ))}
    </Section>
  )
}

function Waiting() {
  return (
    <Section title="Waiting">
      <div className="grid grid-cols-3 gap-4">
        {[1, 2, 3].map((place) => (
          <div key={place}>
            <Skeleton className="aspect-square w-full" />
            <Skeleton className="mt-3 h-4 w-2/3" />
          </div>
        ))}
      </div>
    </Section>
  )
}
