import { ok, route, type Route } from '#platform/http/calls/route.ts'
import type { AccountDeps } from '../port.ts'
import { toDevice } from '../profile/account-view.ts'
import * as contract from './contract.ts'
import { addPasskey, listPasskeys, removePasskey, renamePasskey, startPasskey } from './manage-passkeys.ts'
import { signInByPasskey, startPasskeySignIn } from './passkey-sign-in.ts'

/** Returns the routes of passkeys: the owner's, and those of a sign-in. */
export function passkeyRoutes(deps: AccountDeps): Route[] {
  return [
    route(contract.listPasskeys, async (_input, { db, actor }) =>
      ok('Your passkeys', await listPasskeys(db, { actor, deps })),
    ),
    route(contract.startPasskey, async (_input, { db, actor, now }) =>
      ok('Follow your browser.', { options: { ...(await startPasskey(db, { actor, deps, now })) } }),
    ),
    route(contract.addPasskey, async ({ body: { data } }, { db, actor, now }) => {
      await addPasskey(db, { actor, deps, now, ...data })
      return ok('Passkey added. You can sign in with it now.', {})
    }),
    route(contract.renamePasskey, async ({ params: { id }, body: { data } }, { db, actor }) => {
      await renamePasskey(db, { accountId: actor.memberId, id, name: data.name })
      return ok('Passkey renamed.', {})
    }),
    route(contract.removePasskey, async ({ params: { id } }, { db, actor, now }) => {
      await removePasskey(db, { actor, deps, now, id })
      return ok('Passkey removed.', {})
    }),
    route(contract.startPasskeySignIn, async (_input, { db, now }) =>
      ok('Follow your browser.', { options: { ...(await startPasskeySignIn(db, { deps, now })) } }),
    ),
    route(contract.signInByPasskey, async ({ body: { data } }, context) => {
      const { db, now } = context
      const { credential, challenge } = data
      const userData = await signInByPasskey(db, {
        credential,
        challenge,
        device: toDevice(context),
        deps,
        now,
      })
      return ok('Login successful', { userData })
    }),
  ]
}
