import { page } from '#web/app/router/page.ts'
import type { ViewProps } from '#web/app/router/page.ts'
import { OwnProducts } from './own-products.tsx'
import { StepFrame } from '../step-frame.tsx'

/** The last step of the manufacturer's onboarding: all products, and their publication. */
export const stepFourPage = page({
  head: () => ({
    title: 'Finalize Your Products',
    description: 'Review your products and publish them.',
    isUnlisted: true,
  }),
  View: StepFourView,
})

function StepFourView({ search }: ViewProps<unknown>) {
  const currentPage = /^[1-9]\d{0,4}$/.test(search['page'] ?? '') ? Number(search['page']) : 1
  return (
    <StepFrame step={4} title="Finalize Your Products" intro="Review and Publish">
      <OwnProducts page={currentPage} />
    </StepFrame>
  )
}
