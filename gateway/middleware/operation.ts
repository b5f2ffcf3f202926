import type { Middleware } from 'koa'
import { type Operation, operations } from '#shared/errors.ts'
import type { CallState } from './call-state.ts'

const byPath: ReadonlyMap<string, Operation> = new Map(operations.map((name) => [`/${name}`, name]))

/** Whose column of the error table applies: known by the path alone, so that every error of it has the right shape. */
export const operationOf: Middleware<CallState> = (context, next) => {
  context.state.operation = byPath.get(context.path) ?? null
  return next()
}
