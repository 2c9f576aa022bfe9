import { expect, test } from 'vitest'
import { renderHtml, findTags, toText } from '#tests/data/rendered.tsx'
import { ROUTES } from '#web/app/router/routes.ts'
import { FirstStepsDialog } from './first-steps-dialog.tsx'
import { NO_PROGRESS, readProgress, saveProgress, goToStep, completeStep } from './progress.ts'
import { hasShownPopup, recordPopupShown } from './popup-shown.ts'
import { StepIndicator, StepView } from './step-view.tsx'
import { firstStepsFor, type FirstStep } from './steps.ts'

test('vendors have four steps, each with title, description and paragraph [DLG-02, DLG-06]', () => {
  expect(firstStepsFor('vendor').map(({ title }) => title)).toEqual([
    'Integrate the store',
    'Link and sync products',
    'Place an order from the store',
    'Pay from the orders screen',
  ])
  expect(firstStepsFor('vendor')[0]?.description).toBe('Integrate the store by watching the video.')
  expectAllRendered(firstStepsFor('vendor'))
})

test('manufacturers have four steps of their own [DLG-02, DLG-07]', () => {
  expect(firstStepsFor('manufacturer').map(({ title }) => title)).toEqual([
    'Integrate the store',
    'Sync all products',
    'Products show on both sides',
    'Ship after the vendor pays',
  ])
  expectAllRendered(firstStepsFor('manufacturer'))
})

function expectAllRendered(steps: readonly FirstStep[]): void {
  for (const step of steps) {
    const text = toText(stepHtml(step))
    for (const words of [step.title, step.description, step.paragraph]) expect(text).toContain(words)
  }
}

function stepHtml(step: FirstStep): string {
  return renderHtml(<StepView step={step} heading={{ current: null }} />)
}

test('accounts of all other types have the steps for vendors [DLG-10]', () => {
  for (const type of ['operator', 'somebody', '']) expect(firstStepsFor(type)).toBe(firstStepsFor('vendor'))
})

test('the links of the steps lead to existing pages, in a new tab', () => {
  const paths = ROUTES.map(({ path }) => path.replace('$section', 'orders'))
  const steps = [...firstStepsFor('vendor'), ...firstStepsFor('manufacturer')]
  const links = steps
    .flatMap((step) => findTags(stepHtml(step), 'a'))
    .filter((tag) => !tag.includes('/films/'))
  expect(links.length).toBeGreaterThan(4)
  for (const link of links) {
    expect(paths).toContain(/href="([^"]*)"/.exec(link)?.[1])
    expect(link).toContain('target="_blank"')
  }
})

test('the vendor’s first step has a captioned film that loads on play; the other steps have a picture [DLG-05]', () => {
  const [first, ...others] = firstStepsFor('vendor')
  const html = first ? stepHtml(first) : ''
  const [film = ''] = findTags(html, 'video')
  expect(film).toMatch(/controls=""/)
  expect(film).toMatch(/preload="none"/)
  expect(film).toMatch(/poster="\/films\/first-steps.webp"/)
  expect(film).toMatch(/aria-label="Video: /)
  expect(film).not.toMatch(/autoplay|loop/i)
  expect(findTags(html, 'source')).toEqual(['<source src="/films/first-steps.mp4" type="video/mp4"/>'])
  expect(findTags(html, 'track')[0]).toMatch(/kind="captions" src="\/films\/first-steps.vtt" srcLang="en"/)
  for (const step of [...others, ...firstStepsFor('manufacturer')])
    expect(stepHtml(step)).not.toMatch(/<video/)
})

test('the dialog has its title, the first step and its buttons [DLG-03, DLG-04]', () => {
  const user = { id: 'usr_1', type: 'vendor', firstName: 'Mei' } as const
  const html = renderHtml(<FirstStepsDialog user={user} onClosed={() => undefined} />)
  expect(html).toMatch(/<dialog[^>]* aria-labelledby="([^"]+)".*<h2 id="\1"[^>]*>Welcome, Mei</)
  for (const name of ['Reset Progress', 'Skip', 'Next'])
    expect(html).toMatch(new RegExp(`<button[^>]*>${name}<`))
  expect(toText(html)).toContain('step 1 of 4')
})

test('the indicator shows the current of four steps, and which ones are completed [DLG-03, DLG-09]', () => {
  const html = renderHtml(
    <StepIndicator
      steps={firstStepsFor('vendor')}
      current={2}
      completed={[0, 1]}
      onChoose={() => undefined}
    />,
  )
  expect(toText(html)).toContain('step 3 of 4')
  expect(findTags(html, 'progress')[0]).toMatch(
    /aria-label="step 3 of 4".*max="4".*value="3"|value="3".*max="4"/,
  )
  expect(findTags(html, 'button').map((tag) => /aria-label="([^"]*)"/.exec(tag)?.[1])).toEqual([
    '1. Integrate the store, done',
    '2. Link and sync products, done',
    '3. Place an order from the store',
    '4. Pay from the orders screen',
  ])
  expect(findTags(html, 'button')[2]).toContain('aria-current="step"')
})

test('steps count from 0 to 3, and a completed step stays completed when another one is opened [DLG-09]', () => {
  let progress = NO_PROGRESS
  expect(progress).toEqual({ step: 0, completed: [] })
  progress = completeStep(completeStep(progress))
  expect(progress).toEqual({ step: 2, completed: [0, 1] })
  progress = goToStep(progress, 0)
  expect(progress).toEqual({ step: 0, completed: [0, 1] })
  progress = completeStep(completeStep(completeStep(completeStep(completeStep(progress)))))
  expect(progress).toEqual({ step: 3, completed: [0, 1, 2, 3] })
})

test('progress is stored for each account, and an invalid record starts from the beginning [DLG-09]', () => {
  const storage = memory()
  saveProgress('usr_1', { step: 2, completed: [0, 1] }, () => storage)
  expect(readProgress('usr_1', () => storage)).toEqual({ step: 2, completed: [0, 1] })
  expect(readProgress('usr_2', () => storage)).toEqual(NO_PROGRESS)
  for (const broken of [
    '',
    '{',
    'null',
    '[]',
    '{"accountId":"usr_1","step":4,"completed":[]}',
    '{"accountId":"usr_1","step":0,"completed":[9]}',
    '{"accountId":"usr_1","step":0}',
  ]) {
    storage.setItem('firstSteps', broken)
    expect(readProgress('usr_1', () => storage)).toEqual(NO_PROGRESS)
  }
})

test('a browser without storage is not shown the dialog, and does not fail', () => {
  const forbidden = () => {
    throw new Error('SecurityError')
  }
  expect(hasShownPopup(forbidden)).toBe(true)
  recordPopupShown(forbidden)
  saveProgress('usr_1', NO_PROGRESS, forbidden)
  expect(readProgress('usr_1', forbidden)).toEqual(NO_PROGRESS)
  const storage = memory()
  expect(hasShownPopup(() => storage)).toBe(false)
  recordPopupShown(() => storage)
  expect(hasShownPopup(() => storage)).toBe(true)
})

function memory() {
  const entries = new Map<string, string>()
  return {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  }
}
