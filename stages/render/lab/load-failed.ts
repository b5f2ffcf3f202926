import { Failure, type Problem } from '#shared/errors.ts'

/** The target answered with its own error: that is no page to be measured (decisions section 1). */
export function loadFailed(status: number): Failure {
  const message = `The page answered with HTTP status ${status}`
  const problem: Problem = {
    code: 'custom',
    expected: 'an HTTP status below 400',
    received: String(status),
    path: ['url'],
    message,
  }
  return new Failure('PAGE_LOAD_FAILED', message, { details: [problem] })
}
