import { facebookSignIn, GRAPH_VERSION } from '#connectors/facebook-sign-in/facebook-sign-in.ts'
import { googleSignIn } from '#connectors/google-sign-in/google-sign-in.ts'
import type { Send } from '#features/identity/accounts/port.ts'
import type { SocialProviders } from '#features/identity/accounts/social/routes.ts'
import type { SignInSettings } from '#platform/config/config.ts'

/** The providers that the operator has set up; `send` is how they are asked. */
export function signInProviders({ google, facebook }: SignInSettings, send: Send): SocialProviders {
  return {
    google: google && { signIn: googleSignIn({ ...google, send }), clientId: google.clientId },
    facebook: facebook && {
      signIn: facebookSignIn({ ...facebook, send }),
      appId: facebook.appId,
      version: GRAPH_VERSION,
    },
  }
}
