import type { Middleware } from 'koa'
import { Failure } from '#shared/errors.ts'

/** The methods and the route of each path. */
export interface Paths {
  methodsOf(path: string): readonly string[]
  /** The pattern of the path, such as `/batches/:id`; null where nothing is. */
  routeOf(path: string): string | null
}

/**
 * Answers an unknown path with 404, and another method of a known path with 405 and `Allow`, before any other check.
 */
export function knownPaths(paths: Pick<Paths, 'methodsOf'>): Middleware {
  return (context, next) => {
    const methods = paths.methodsOf(context.path)
    if (methods.length === 0) throw new Failure('NOT_FOUND', 'There is nothing at this path')
    if (!methods.includes(context.method)) {
      context.set('Allow', methods.join(', '))
      throw new Failure(
        'METHOD_NOT_ALLOWED',
        `${context.method} is not supported here; use ${methods.join(', ')}`,
        {
          details: { allow: methods },
        },
      )
    }
    return next()
  }
}
