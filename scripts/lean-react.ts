import { createHash } from 'node:crypto'
import { parseAst } from 'vite'
import type { Plugin } from 'vite'

/** The file of React DOM that browsers get; everything below was read in this one, and in no other. */
export const REACT_DOM = {
  file: '/react-dom/cjs/react-dom-client.production.js',
  sha256: 'a319b413b7a19ee34422d9a12a8e7afd003c07846716d278ba1a0898e8cb6251',
}

/**
 * Functions of React DOM that no page of the shop can reach, or that do nothing in it, by the feature which they are for.
 * Each is left empty, and what only they call goes with them. `names` are what a source file would have to say to need
 * the feature: `lean-react.test.ts` finds none of them in `src/web`.
 */
export const LEFT_OUT: readonly { why: string; names: RegExp; functions: readonly string[] }[] = [
  {
    why: '<ViewTransition> is not used: these look for one in what has changed, and animate it',
    names: /\b(ViewTransition|addTransitionType)\b/,
    functions: [
      'trackEnterViewTransitions',
      'commitEnterViewTransitions',
      'commitExitViewTransitions',
      'commitNestedViewTransitions',
      'restoreEnterOrExitViewTransitions',
      'restoreNestedViewTransitions',
      'restoreViewTransitionOnHostInstances',
      'applyViewTransitionToHostInstances',
      'measureNestedViewTransitions',
      'measureViewTransitionHostInstancesRecursive',
      'commitAfterMutationEffectsOnFiber',
      'scheduleViewTransitionEvent',
      'createViewTransitionInstance',
      'getViewTransitionName',
      'getViewTransitionClassName',
      'startViewTransition',
    ],
  },
  {
    why: 'no <Fragment> has a ref: these keep the handle which that would be given',
    names: /<(React\.)?Fragment\s[^>]*\bref=/,
    functions: [
      'FragmentInstance',
      'traverseVisibleInstancesAndTextInstances',
      'commitNewChildToFragmentInstances',
      'commitFragmentInstanceInsertionEffects',
      'commitFragmentInstanceDeletionEffects',
      'validateDocumentPositionWithFiberTree',
    ],
  },
  {
    why: "the document's head is written by entry-server.tsx and route-announcer.tsx: no element of a page is moved there",
    names: /<(title|meta|link|style|script)[\s/>](?!.*['"`])|from 'react-dom'.*pre(load|init|connect|fetch)/,
    functions: [
      'isHostHoistableType',
      'getResource',
      'acquireResource',
      'createHoistableInstance',
      'getHydratableHoistableCache',
      'mountHoistable',
      'suspendResource',
      'insertStylesheetIntoRoot',
      'preconnectAs',
      'preload',
      'preloadModule',
      'preinitStyle',
      'preinitScript',
      'preinitModuleScript',
    ],
  },
  {
    why: 'forms are sent by handlers or plainly: none has a function for its action',
    names:
      /\b(useActionState|useFormState|useFormStatus|requestFormReset)\b|\b(formAction|action)=\{(\(|async)/,
    functions: [
      'extractEvents$1',
      'startHostTransition',
      'scheduleReplayQueueIfNeeded',
      'TransitionAwareHostComponent',
      'mountActionState',
      'updateActionStateImpl',
      'rerenderActionState',
      'dispatchActionState',
    ],
  },
  {
    why: '<Activity> and <SuspenseList> are not used',
    names: /\b(Activity|SuspenseList)\b/,
    functions: [
      'updateActivityComponent',
      'retryActivityComponentWithoutHydrating',
      'commitActivityHydrationCallbacks',
      'updateSuspenseListComponent',
      'cutOffTailIfNeeded',
    ],
  },
  {
    why: 'no element has a name with a dash',
    names: /<[a-z]+-[a-z-]+[\s/>](?!.*['"`])/,
    functions: ['setPropOnCustomElement'],
  },
  {
    why: 'nothing listens to onSelect and onBeforeInput, which React puts together from other events',
    names: /\bon(Select|BeforeInput)(Capture)?=/,
    functions: [
      'constructSelectEvent',
      'getNativeBeforeInputChars',
      'getFallbackBeforeInputChars',
      'handleEventsForInputEventPolyfill',
    ],
  },
  {
    why: 'nothing reads the stack of components: an error is told with its own',
    names: /\b(componentStack|captureOwnerStack)\b/,
    functions: ['getStackByFiberInDevAndProd'],
  },
]

/** Takes out of React DOM what the shop does not use, in the browser's half; stops the build when React DOM is another. */
export function leanReact(): Plugin {
  return {
    name: 'lean-react',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: (code, id) =>
      id.endsWith(REACT_DOM.file) ? { code: leanReactDom(code), map: null } : undefined,
  }
}

/** React DOM's code without what is left out. Throws when it is not the code that the list was made for. */
export function leanReactDom(code: string): string {
  if (createHash('sha256').update(code).digest('hex') !== REACT_DOM.sha256)
    throw new Error(
      'React DOM has changed. Read what scripts/lean-react.ts leaves out once more against the new file, run the browser ' +
        'tests, and note its new SHA-256 there.',
    )
  return emptied(
    code,
    LEFT_OUT.flatMap(({ functions }) => functions),
  )
}

/** The code with these functions of its outermost level left empty, and without their prototypes' methods. Throws when one is not there. */
export function emptied(code: string, names: readonly string[]): string {
  const wanted = new Set(names)
  const found = new Set<string>()
  const cuts: { start: number; end: number; by: string }[] = []
  for (const statement of parseAst(code).body) {
    if (statement.type === 'FunctionDeclaration' && statement.body && wanted.has(statement.id?.name ?? '')) {
      found.add(statement.id?.name ?? '')
      cuts.push({ start: statement.body.start, end: statement.body.end, by: '{}' })
    }
    const owner = /^(\w+)\.prototype\.\w+ = /.exec(code.slice(statement.start, statement.start + 100))?.[1]
    if (owner && wanted.has(owner)) cuts.push({ start: statement.start, end: statement.end, by: '' })
  }
  const missing = names.filter((name) => !found.has(name))
  if (missing.length > 0) throw new Error(`there is no function ${missing.join(', ')}`)
  return cuts
    .toReversed()
    .reduce((rest, { start, end, by }) => rest.slice(0, start) + by + rest.slice(end), code)
}
