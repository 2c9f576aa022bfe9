import { expect, test } from 'vitest'
import { countTests } from './test-count.ts'

const passedFile = { status: 'passed', assertionResults: [{}] }
const unloadedFile = { status: 'failed', assertionResults: [] }

function report(passed: number, failed: number, testResults: readonly object[]): string {
  return JSON.stringify({ numPassedTests: passed, numFailedTests: failed, testResults })
}

test('counts passed and failed tests', () => {
  expect(countTests(report(7, 2, [passedFile, { ...passedFile, status: 'failed' }]), 1)).toEqual({
    passed: 7,
    failed: 2,
  })
})

test('counts a file that could not be loaded as a failure', () => {
  expect(countTests(report(7, 0, [passedFile, unloadedFile]), 1)).toEqual({ passed: 7, failed: 1 })
})

test('counts a failure when the run ends with an error code', () => {
  expect(countTests(report(7, 0, [passedFile]), 1)).toEqual({ passed: 7, failed: 1 })
})

test('counts no tests in an empty run', () => {
  expect(countTests(report(0, 0, []), 1)).toEqual({ passed: 0, failed: 0 })
})
