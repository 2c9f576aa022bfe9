import { z } from 'zod'

/** The part of Vitest's JSON report that is counted. */
const Report = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.unknown()) })),
})

/** The numbers of passed and failed tests. */
export type TestCount = Readonly<{ passed: number; failed: number }>

/**
 * Counts a JSON report of Vitest. A file that could not be loaded is one failure, though none of its tests ran,
 * and a run that ended badly (`code` is not 0) for another reason has at least one. A run without tests has none.
 */
export function countTests(report: string, code: number): TestCount {
  const { numPassedTests, numFailedTests, testResults } = Report.parse(JSON.parse(report))
  const unloadedFiles = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  const failed = numFailedTests + unloadedFiles.length
  if (testResults.length === 0) return { passed: 0, failed: 0 }
  return { passed: numPassedTests, failed: code === 0 ? failed : Math.max(failed, 1) }
}
