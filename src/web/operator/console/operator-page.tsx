import { consolePage } from '#web/console/frame/console-page.tsx'
import { OperatorFrame } from './operator-frame.tsx'
import { SECTIONS } from './operator-sections.ts'

export type { SectionProps } from '#web/console/frame/console-page.tsx'

/** A page of the operator's console. */
export const operatorPage = consolePage({
  sections: SECTIONS,
  description: 'The marketplace.',
  Frame: OperatorFrame,
})
