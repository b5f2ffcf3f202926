import type Router from '@koa/router'
import { Failure, type Operation } from '#shared/errors.ts'
import type { ApiKey } from '../../access/api-keys.ts'
import type { Inspections } from '../../inspections/inspections.ts'
import { type AuthOptions, authenticate } from '../../middleware/authenticate.ts'
import type { CallState } from '../../middleware/call-state.ts'
import { sendAccepted, sendAnswer } from '../response/inspection.ts'
import { historyBody, parseHistoryQuery } from './history.ts'

export interface InspectionsOptions extends AuthOptions {
  readonly inspections: Inspections
}

/**
 * `GET /inspections`: the inspections of the key's owner. `GET /inspections/{id}`: 202 while the inspection runs, then the
 * answer of the synchronous call.
 */
export function inspectionsRoutes(router: Router<CallState>, options: InspectionsOptions): void {
  const { inspections } = options
  router.get('/inspections', authenticate(options, null), async (context) => {
    const query = parseHistoryQuery(context.querystring)
    context.body = historyBody(await inspections.list(context.state.key as ApiKey, query))
  })
  router.get('/inspections/:id', authenticate(options, null), async (context) => {
    const id = context.params.id as string
    const status = await inspections.status(id, context.state.key as ApiKey)
    if (status === 'unknown') throw new Failure('NOT_FOUND', 'There is no such inspection of this owner')
    context.state.inspection = id
    if (status === 'running') sendAccepted(context, id)
    else {
      if ('operation' in status.answer) context.state.subject = status.answer.operation as Operation
      sendAnswer(context, status.answer)
    }
  })
}
