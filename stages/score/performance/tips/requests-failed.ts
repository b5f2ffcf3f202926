import type { LabRequest } from '#shared/messages/payloads/measurement.ts'
import { itemOf } from '../advice/items.ts'
import { nameOf, plural, type Tip } from '../advice/tip.ts'

export const requestsFailed: Tip = {
  id: 'requests-failed',
  title: 'Failed requests',
  effort: 'low',
  when: 'the response to a file of the page is 4xx or 5xx, or there is none',
  learnMore: 'https://developer.chrome.com/docs/lighthouse/best-practices/errors-in-console/',
  find({ measurement: { requests } }) {
    const failed = requests.filter(isLost)
    const [first] = failed
    if (first === undefined) return null
    return {
      message: `${plural(failed.length, 'request')} failed, first ${nameOf(first.url)} (${howOf(first)}). Remove them or fix their URLs.`,
      items: failed.map((request) => itemOf({ url: request.url, text: howOf(request) })),
    }
  },
}

/** Aborted requests are left out: they were often no longer needed, such as a paused video or an outdated search. */
function isLost({ kind, status, hasFailed }: LabRequest): boolean {
  return kind !== 'document' && (status === null ? hasFailed : status >= 400)
}

function howOf({ status }: LabRequest): string {
  return status === null ? 'no response' : String(status)
}
