import { Failure, type Problem } from '#shared/errors.ts'

/** PAGE_LOAD_FAILED: the target answered with an error, which is not measured: infra/docs/contract.md#errors. */
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
