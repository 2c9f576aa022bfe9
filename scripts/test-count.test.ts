import { expect, test } from 'vitest'
import { countTests } from './test-count.ts'

const passedFile = { status: 'passed', assertionResults: [{}] }
const unloadedFile = { status: 'failed', assertionResults: [] }

function report(passed: number, failed: number, testResults: readonly object[]): string {
  return JSON.stringify({ numPassedTests: passed, numFailedTests: failed, testResults })
}

test('passed and failed tests are counted', () => {
  expect(countTests(report(7, 2, [passedFile, { ...passedFile, status: 'failed' }]), 1)).toEqual({
    passed: 7,
    failed: 2,
  })
})

test('a file that could not be loaded counts as a failure', () => {
  expect(countTests(report(7, 0, [passedFile, unloadedFile]), 1)).toEqual({ passed: 7, failed: 1 })
})

test('a run that ends badly never counts as one without failures', () => {
  expect(countTests(report(7, 0, [passedFile]), 1)).toEqual({ passed: 7, failed: 1 })
})

test('a run without tests counts none', () => {
  expect(countTests(report(0, 0, []), 1)).toEqual({ passed: 0, failed: 0 })
})
