import { type Caller, CALLERS, SIGNED_IN } from './callers.ts'
import type { Things } from './things.ts'

/** What a call hands over; the parts of the path by their names. */
export type Input = Readonly<{
  params?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string>>
  body?: unknown
  bytes?: true
}>

/**
 * What a call is about. `own`: the caller, whoever that is. `theirs`: a thing of somebody else, which has to answer like
 * one that does not exist to all whom the row does not let in. `secret`: a number or a token that lets in whoever has it. `public`: what everybody may see.
 */
export type About = 'own' | 'theirs' | 'secret' | 'public'

/** An endpoint: what each caller is answered, and a right call of it with the ids of somebody else's things. */
export type Row = Readonly<{
  about: About
  answers: Readonly<Record<Caller, number>>
  input(things: Things): Input
}>

type Answers = Row['answers']

/** What each caller is answered. */
export function answersOf(given: (caller: Caller) => number): Answers {
  // Every caller is among them.
  return Object.fromEntries(CALLERS.map((caller) => [caller, given(caller)])) as Answers
}

/** Whether the caller has signed in. */
export const isSignedIn = (caller: Caller) => SIGNED_IN.some((each) => each === caller)

/** No token is looked at: all get the same. */
export const all = (status: number): Answers => answersOf(() => status)

/** Anybody may, but a token that is sent has to be good. */
export const anybody = (status: number, nobody = status): Answers =>
  answersOf((caller) => (caller === 'nobody' ? nobody : isSignedIn(caller) ? status : 401))

/** Whoever is signed in may. */
export const people = (status: number): Answers => answersOf((caller) => (isSignedIn(caller) ? status : 401))

/** Of those who are signed in only manufacturers may. */
export const manufacturers = (status: number): Answers =>
  answersOf((caller) => (caller === 'manufacturer' ? status : isSignedIn(caller) ? 403 : 401))

/** Of those who are signed in only vendors may. */
export const vendors = (status: number): Answers =>
  answersOf((caller) => (caller === 'vendor' ? status : isSignedIn(caller) ? 403 : 401))

/** Of those who are signed in vendors and manufacturers may. */
export const sellers = (status: number): Answers =>
  answersOf((caller) => (caller === 'operator' ? 403 : isSignedIn(caller) ? status : 401))

/** Of those who are signed in only operators may. */
export const operators = (status: number): Answers =>
  answersOf((caller) => (caller === 'operator' ? status : isSignedIn(caller) ? 403 : 401))

const row =
  (about: About) =>
  (answers: Answers, input: Row['input'] = () => ({})): Row => ({ about, answers, input })
/** A row by what its call is about: see `About`. */
export const [own, theirs, secret, open] = [row('own'), row('theirs'), row('secret'), row('public')]

/** What is sent within `data`. */
export const data = (fields: object): Input => ({ body: { data: fields } })
/** A call about the thing of this id. */
export const at = (id: string, body?: unknown): Input =>
  body === undefined ? { params: { id } } : { params: { id }, body }

/** A call by a link in a mail. */
export const byLink = (token: string): Input => ({ query: { token } })
