import { page } from '#web/app/router/page.ts'
import { useConnections } from '#web/shared/connections/use-connections.ts'
import { ConnectedStores } from './connected-stores.tsx'
import { StepFrame } from './step-frame.tsx'
import { ContinueLink, StepNavigation } from './step-navigation.tsx'
import { STEP_HREFS } from './steps.ts'

/** The third step of the manufacturer's onboarding: the own shop elsewhere, for who has one. */
export const stepThreePage = page({
  head: () => ({
    title: 'Store Integration',
    description: 'Connect your store to import its products.',
    isUnlisted: true,
  }),
  View: StepThreeView,
})

function StepThreeView() {
  return (
    <StepFrame
      step={3}
      title="Store Integration (Optional)"
      intro="Connect your store to import its products, and choose which to publish in the last step. To add products by hand, skip this step."
    >
      <ConnectedStores connections={useConnections()} />
      <StepNavigation back={STEP_HREFS[1]}>
        <ContinueLink href={STEP_HREFS[3]} />
      </StepNavigation>
    </StepFrame>
  )
}
