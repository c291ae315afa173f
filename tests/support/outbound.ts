import { createFetchSafely } from '#platform/fetch-safely.ts'

/** For contexts of tests and benchmarks: nothing leaves the machine. */
export const refuseToFetch = createFetchSafely({ isOn: false, allowed: [], userAgent: 'test' })
