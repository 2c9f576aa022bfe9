import type { AnswerTo } from '#web/app/calls/endpoints.ts'

/** The two sign-in providers. */
export type SocialProvider = 'google' | 'facebook'

/** The response to a sign-in: a message for the user, and the data that the browser stores (ENT-02). */
export type SocialSignInResult = AnswerTo<'POST /users/signInByGoogle'>

/** The configured providers of this shop, with their public IDs. */
export type SignInOptionsData = AnswerTo<'GET /users/signInOptions'>
