/** The addresses of the four steps, in their order. */
export const STEP_HREFS = ['/m-onboard-one', '/m-onboard-two', '/m-onboard-three', '/m-onboard-four'] as const

/** The labels of the four steps. */
export const STEP_LABELS = ['Store', 'First product', 'Integration', 'Review and publish'] as const

/** The number of a step, counted from 1. */
export type StepNumber = 1 | 2 | 3 | 4
