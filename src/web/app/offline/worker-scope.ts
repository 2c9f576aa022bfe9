// What a service worker sees of the browser. TypeScript has it in a library of its own ("webworker"), which contradicts the
// one of pages ("dom"); these few are all that is used here.

type Extendable = Event & Readonly<{ waitUntil(work: Promise<unknown>): void }>

/** A request of a page that the worker may answer. */
export type FetchEvent = Extendable &
  Readonly<{
    request: Request
    preloadResponse: Promise<Response | undefined>
    respondWith(response: Promise<Response>): void
  }>

/** A word of a page to the worker. */
export type WordEvent = Extendable & Readonly<{ data: unknown }>

type Events = Readonly<{
  install: Extendable
  activate: Extendable
  fetch: FetchEvent
  message: WordEvent
}>

/** The global scope of a service worker. */
export type WorkerScope = Readonly<{
  location: Location
  clients: Readonly<{ claim(): Promise<void> }>
  registration: ServiceWorkerRegistration
  skipWaiting(): Promise<void>
  addEventListener<Name extends keyof Events>(name: Name, hear: (event: Events[Name]) => void): void
}>
