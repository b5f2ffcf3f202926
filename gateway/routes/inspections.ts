import type Router from '@koa/router'
import { Failure } from '#shared/errors.ts'
import { type Authentication, authenticate } from '../http/authenticate.ts'
import type { CallState } from '../http/context.ts'
import type { Inspections } from '../inspections.ts'
import type { ApiKey } from '../keys.ts'
import { answerOutcome, answerRunning } from './inspect.ts'

export interface InspectionsOptions extends Authentication {
  readonly inspections: Inspections
}

/** `GET /inspections/{id}`: 202 while it runs, then what the synchronous call would have answered. */
export function inspectionsRoutes(router: Router<CallState>, options: InspectionsOptions): void {
  const { inspections } = options
  router.get('/inspections/:id', authenticate(options, null), async (context) => {
    const id = context.params.id as string
    const standing = await inspections.standing(id, context.state.key as ApiKey)
    if (standing === 'unknown') throw new Failure('NOT_FOUND', 'There is no such inspection for this key')
    context.state.inspection = id
    if (standing === 'running') answerRunning(context, id)
    else answerOutcome(context, standing.outcome)
  })
}
