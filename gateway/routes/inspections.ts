import type Router from '@koa/router'
import { Failure } from '#shared/errors.ts'
import { authenticate } from '../http/authenticate.ts'
import type { CallState } from '../http/context.ts'
import type { Inspections } from '../inspections.ts'
import type { ApiKey, KeyRing } from '../keys.ts'
import { answerOutcome, answerRunning } from './inspect.ts'

export interface InspectionsOptions {
  readonly ring: KeyRing
  readonly inspections: Inspections
}

/** `GET /inspections/{id}`: 202 while it runs, then what the synchronous call would have answered. */
export function inspectionsRoutes(
  router: Router<CallState>,
  { ring, inspections }: InspectionsOptions,
): void {
  router.get('/inspections/:id', authenticate(ring, null), async (context) => {
    const id = context.params.id as string
    const standing = await inspections.standing(id, context.state.key as ApiKey)
    if (standing === 'unknown') throw new Failure('NOT_FOUND', 'There is no such inspection for this key')
    if (standing === 'running') answerRunning(context, id)
    else answerOutcome(context, standing.outcome)
  })
}
