import { escaped, withCode } from '../../server/pages/html.ts'
import { answers } from '../examples.ts'
import { type ErrorResponse, type ErrorRow, errorRows } from './error-rows.ts'
import { section, table } from './parts.ts'

/** A shape, where it is used, and a recorded response that has it. */
const shapes = [
  ['A', 'Snapshot and performance, for what is wrong with the request or the page', 'wrongMeasurement'],
  ['B', 'Metadata, for 400, 401 and 500. It has no code', 'wrongParameter'],
  ['C', 'Everything else: seo-audit, all other statuses, and all paths that are no operation', 'noTarget'],
] as const

/** What every error means and what to do about it. */
export function errorsSection(): string {
  return section(
    'errors',
    'Errors',
    `<p>An error is JSON in one of three shapes. Each has a <code>message</code> for people, and the header <code>X-Request-Id</code> under which the log of the service has the call.</p>
<div class="shapes">${shapes.map(shapeOf).join('\n')}</div>
${table('Error codes', ['Code', 'Status and shape', 'When', 'What to do'], errorRows().map(cellsOf))}`,
  )
}

function shapeOf([name, where, example]: (typeof shapes)[number]): string {
  const recorded = answers.find((answer) => answer.name === example)
  if (recorded === undefined) throw new Error(`no response ${example} has been recorded`)
  const json = JSON.stringify(recorded.response.body, null, 2)
  return `<div class="stack tight"><h3>Shape ${name}</h3><p>${escaped(where)}.</p>
<pre tabindex="0" role="region" aria-label="An error of shape ${name}">${escaped(json)}</pre></div>`
}

function cellsOf({ code, responses, when, remedy }: ErrorRow): string[] {
  return [`<code>${code}</code>`, responses.map(responseOf).join('<br>'), withCode(when), withCode(remedy)]
}

function responseOf({ status, shape, operations }: ErrorResponse): string {
  const where = operations.length === 0 ? '' : ` <span class="small">${escaped(operations.join(', '))}</span>`
  return `<span class="nowrap">${status} ${shape}</span>${where}`
}
