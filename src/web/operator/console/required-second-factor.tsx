import { useQuery } from '@tanstack/react-query'
import { call, explainError } from '#web/app/calls/api.ts'
import { SkeletonRows } from '#web/console/data/console-data.tsx'
import { PageHead } from '#web/console/frame/page-head.tsx'
import { Problem } from '#web/console/parts/dialog.tsx'
import { Panel } from '#web/console/parts/panel.tsx'
import { SetUpSecondFactor } from '#web/shared/second-factor/set-up-second-factor.tsx'

/** Renders the required setup of an operator's two-factor sign-in; `onDone` is called afterwards. */
export function RequiredSecondFactor({ onDone }: { onDone: () => void }) {
  const query = useQuery({
    queryKey: ['second-factor'],
    queryFn: async ({ signal }) => (await call('GET /users/secondFactor', {}, { signal })).secondFactor,
    // The recovery codes stay on the screen until they are saved.
    refetchOnWindowFocus: false,
  })
  return (
    <>
      <PageHead title="Set up two-factor sign-in" />
      <Panel title="Operators need a second factor">
        <div className="flex flex-col gap-5">
          <p className="max-w-prose text-sm text-ink-soft">
            You handle customers’ money and data, so you need your password and a code from an authenticator
            app to sign in.
          </p>
          {query.isPending && <SkeletonRows />}
          {query.isError && (
            <Problem text={explainError(query.error, 'We couldn’t load this. Reload the page.')} />
          )}
          {query.data && <SetUpSecondFactor hasPassword={query.data.hasPassword} onDone={onDone} />}
        </div>
      </Panel>
    </>
  )
}
