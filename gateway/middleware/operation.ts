import type { Middleware } from 'koa'
import { type Operation, operations } from '#shared/errors.ts'
import type { CallState } from './call-state.ts'

const byPath: ReadonlyMap<string, Operation> = new Map(operations.map((name) => [`/${name}`, name]))

/** Sets the operation of the call from its path alone, so that every error has the shape of the operation. */
export const operationOf: Middleware<CallState> = (context, next) => {
  context.state.operation = byPath.get(context.path) ?? null
  return next()
}
